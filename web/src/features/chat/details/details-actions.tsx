import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Ban, Download, Flag, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { useSafety } from '../../safety/use-safety.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { useLeaveConversation } from '../list/use-leave.ts';
import { saveConversation } from './save-conversation.ts';

/** Buttons to export or leave a conversation, and to report or block the other person. */
export function DetailsActions({ conversation }: { conversation: Conversation }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const [saved, setSaved] = useState(0);
  const { ask, dialog } = useSafety(() => void navigate({ to: paths.chat }));
  const other = conversation.kind === 'direct' ? conversation.people[0] : undefined;
  const onError = (error: unknown) => showToast({ message: chatErrorText(error, messages) });
  const save = useMutation({
    mutationFn: () => saveConversation(conversation, messages, setSaved),
    onError,
    onSettled: () => setSaved(0),
  });
  const leave = useLeaveConversation(conversation, () => void navigate({ to: paths.chat }));
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="quiet"
        icon={Download}
        className="-ms-3.5"
        isPending={save.isPending}
        onClick={() => save.mutate()}
      >
        {save.isPending && saved > 0 ? t('chat.exporting', { count: saved }) : t('chat.export')}
      </Button>
      {conversation.can.leave && (
        <Button
          variant="quiet"
          icon={LogOut}
          className="-ms-3.5 text-bad!"
          onClick={() => leave.run()}
        >
          {t('chat.leave')}
        </Button>
      )}
      {other !== undefined && (
        <>
          <Button
            variant="quiet"
            icon={Flag}
            className="-ms-3.5"
            onClick={() => ask('report', other)}
          >
            {t('safety.report')}
          </Button>
          <Button
            variant="quiet"
            icon={Ban}
            className="-ms-3.5 text-bad!"
            onClick={() => ask('block', other)}
          >
            {t('safety.block')}
          </Button>
          {dialog}
        </>
      )}
    </div>
  );
}

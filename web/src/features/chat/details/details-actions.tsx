import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Ban, Download, Flag, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { removeParticipant } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSafety } from '../../safety/use-safety.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { storeConversation } from '../chat.data.ts';
import { titleOf } from '../chat-names.ts';
import { saveConversation } from './save-conversation.ts';

/** Buttons to export or leave a conversation, and to report or block the other person. */
export function DetailsActions({ conversation }: { conversation: Conversation }) {
  const messages = useMessages();
  const { t } = messages;
  const me = useUser().uid;
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [saved, setSaved] = useState(0);
  const { ask, dialog } = useSafety(() => void navigate({ to: paths.chat }));
  const other = conversation.kind === 'direct' ? conversation.people[0] : undefined;
  const onError = (error: unknown) => showToast({ message: chatErrorText(error, messages) });
  const save = useMutation({
    mutationFn: () => saveConversation(conversation, messages, setSaved),
    onError,
    onSettled: () => setSaved(0),
  });
  const leave = useMutation({
    mutationFn: () =>
      call(removeParticipant, {
        conversation: conversation.id,
        uid: me,
      }),
    onSuccess: async (next) => {
      storeConversation(next);
      await navigate({ to: paths.chat });
    },
    onError,
  });
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
          onClick={() => setLeaving(true)}
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
      <Dialog
        title={t('chat.leaveTitle', { name: titleOf(conversation, messages) })}
        role="alertdialog"
        size="sm"
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>{t('chat.stay')}</Button>
            <Button variant="danger" isPending={leave.isPending} onClick={() => leave.mutate()}>
              {t('chat.leave')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('chat.leaveBody')}</p>
      </Dialog>
    </div>
  );
}

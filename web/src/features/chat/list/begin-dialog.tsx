import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { conversationNameMax } from '#contract/chat/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { createConversation } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { conversationLink } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { refreshLists } from '../chat.data.ts';
import { groupErrorText, namingRefused } from './group-candidates.ts';
import { PeoplePicker } from './people-picker.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** With one person, this opens a direct conversation. With several, it creates a group with an optional name. */
export function BeginDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly Face[]>([]);
  const [name, setName] = useState('');
  // All retries use the same ID, so the server doesn't create a group twice if its reply was lost.
  const [clientId, setClientId] = useState(() => newClientId());
  const [first] = chosen;
  const begin = useMutation({
    mutationFn: () =>
      chosen.length === 1 && first !== undefined
        ? call(createConversation, { kind: 'direct', uid: first.uid })
        : namingRefused(chosen, () =>
            call(createConversation, {
              kind: 'group',
              clientId,
              name: name.trim(),
              uids: chosen.map(({ uid }) => uid),
            }),
          ),
    onSuccess: async ({ id }) => {
      void refreshLists();
      setChosen([]);
      setName('');
      setClientId(newClientId());
      onClose();
      await navigate({ ...conversationLink(id) });
    },
  });
  return (
    <Dialog
      title={t('chat.begin')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('chat.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            isPending={begin.isPending}
            onClick={() => begin.mutate()}
          >
            {t(chosen.length > 1 ? 'chat.beginGroup' : 'chat.beginOne')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PeoplePicker
          chosen={chosen}
          allowsOne
          onChange={(people) => {
            // The error was about the previous selection.
            begin.reset();
            setChosen(people);
          }}
        >
          {chosen.length > 1 && (
            <TextField
              label={t('chat.groupName')}
              value={name}
              onChange={setName}
              maxLength={conversationNameMax}
            />
          )}
        </PeoplePicker>
        {begin.error && (
          <p role="alert" className="text-bad">
            {groupErrorText(begin.error, messages)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

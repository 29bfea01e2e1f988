import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '#contract/call.ts';
import { readChatPrivacy, setChatPrivacy } from '#contract/chat/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import english from './messages/en.json';

addEnglish(english);

const privacyOfChat = callQuery(readChatPrivacy, {});

/** The user's chat privacy: presence, typing and read receipts. */
export function PresenceCard() {
  const { t } = useMessages();
  const privacy = useQuery(privacyOfChat);
  const save = useAction((change: InputOf<typeof setChatPrivacy>) => call(setChatPrivacy, change), {
    updates: privacyOfChat.queryKey,
    success: t('chatSettings.saved'),
  });
  return (
    <QueryBoundary query={privacy} skeleton={['h-44']}>
      {({ showsPresence, showsReceipts }) => (
        <Card title={t('chatSettings.own')} description={t('chatSettings.ownBody')}>
          <div className="grid gap-2">
            <Switch
              label={t('chatSettings.presence')}
              isOn={save.pendingInput?.showsPresence ?? showsPresence}
              onChange={(next) => save.run({ showsPresence: next })}
            />
            <Switch
              label={t('chatSettings.receipts')}
              isOn={save.pendingInput?.showsReceipts ?? showsReceipts}
              onChange={(next) => save.run({ showsReceipts: next })}
            />
          </div>
        </Card>
      )}
    </QueryBoundary>
  );
}

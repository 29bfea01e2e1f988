import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import words from 'messages:en/ltiAccounts.*';
import { disconnectAccount, listAccounts } from '#contract/lti/calls.ts';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

addEnglish(words);

/** LMS accounts that are connected to the user's account, with a button to disconnect. Shows nothing if there are none. */
export function LtiAccountsCard() {
  const { t, date } = useMessages();
  const { data } = useQuery(callQuery(listAccounts, {}));
  const end = useAction(
    ({ platform }: { platform: string; name: string }) => call(disconnectAccount, { platform }),
    {
      confirm: ({ name }) => ({
        title: t('ltiAccounts.endTitle', { name }),
        body: t('ltiAccounts.endBody', { name }),
        confirmLabel: t('ltiAccounts.end'),
      }),
      invalidates: [listAccounts],
      success: t('ltiAccounts.ended'),
    },
  );
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title={t('ltiAccounts.heading')} description={t('ltiAccounts.body')}>
      <RowList label={t('ltiAccounts.heading')}>
        {data.items.map((item) => (
          <Row
            key={item.platform}
            mark={
              <RowIcon>
                <GraduationCap size={20} strokeWidth={1.75} aria-hidden />
              </RowIcon>
            }
            title={item.name}
            lines={[t('ltiAccounts.since', { date: date(item.connectedAt) })]}
            end={
              <Button
                size="sm"
                label={t('ltiAccounts.endNamed', { name: item.name })}
                onClick={() => end.run(item)}
              >
                {t('ltiAccounts.end')}
              </Button>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

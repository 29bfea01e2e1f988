import { useQuery } from '@tanstack/react-query';
import { EyeOff, Flag } from 'lucide-react';
import { useState } from 'react';
import { listBlocks, unblockPerson } from '#contract/safety/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { nameOf } from '../people/person.ts';
import { ReportDialog } from './report-dialog.tsx';

/** The people that the user has blocked, with buttons to unblock or report them. They aren't shown anywhere else. */
export function BlockedCard() {
  const { t, ago } = useMessages();
  const blocked = useQuery(callQuery(listBlocks, {}));
  const [reported, setReported] = useState<{ uid: string; name: string } | null>(null);
  const unblock = useAction(
    ({ uid }: { uid: string; name: string }) => call(unblockPerson, { uid }),
    { success: (_, { name }) => t('safety.unblocked', { name }), invalidates: 'all' },
  );
  return (
    <Card title={t('safety.blockedPeople')} description={t('safety.blockedBody')}>
      <QueryBoundary isSmall query={blocked} skeleton={['h-11']}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-2">{t('safety.noneBlocked')}</p>
          ) : (
            <RowList>
              {items.map((person) => {
                const { uid } = person;
                const name = person.isShown ? nameOf(person) : t('safety.notShown');
                return (
                  <Row
                    key={uid}
                    mark={
                      person.isShown ? (
                        <Avatar name={name} photoUrl={person.photoUrl} size={2.5} />
                      ) : (
                        <RowIcon>
                          <EyeOff size={18} strokeWidth={1.9} aria-hidden />
                        </RowIcon>
                      )
                    }
                    title={name}
                    lines={[t('safety.since', { when: ago(person.since) })]}
                    end={
                      <>
                        <Button
                          variant="quiet"
                          icon={Flag}
                          label={t('safety.reportTitle', { name })}
                          onClick={() => setReported({ uid, name })}
                        >
                          {t('safety.report')}
                        </Button>
                        <Button
                          variant="outline"
                          label={t('safety.unblockNamed', { name })}
                          isPending={unblock.pendingInput?.uid === uid}
                          onClick={() => unblock.run({ uid, name })}
                        >
                          {t('safety.unblock')}
                        </Button>
                      </>
                    }
                  />
                );
              })}
            </RowList>
          )
        }
      </QueryBoundary>
      {reported && (
        <ReportDialog
          target={{ kind: 'person', id: reported.uid }}
          title={t('safety.reportTitle', { name: reported.name })}
          onClose={() => setReported(null)}
        />
      )}
    </Card>
  );
}

import { Laptop, LogOut } from 'lucide-react';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sessionsQuery } from './settings.data.ts';
import { useQuery } from '@tanstack/react-query';
import { revokeAllSessions, revokeSession } from '#contract/sessions/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { preloadDialog } from '../../ui/dialog.tsx';

/** The user's sessions, with buttons to end one or all. */
export function SessionsCard() {
  const { t, ago, date } = useMessages();
  const sessions = useQuery(sessionsQuery());
  const end = useAction((id: string) => call(revokeSession, { id }), {
    success: t('account.ended'),
    invalidates: [sessionsQuery().queryKey],
  });
  const revokeAll = useAction(() => call(revokeAllSessions, { keepCurrent: false }), {
    confirm: () => ({
      title: t('account.everywhere'),
      body: t('account.everywhereBody'),
      confirmLabel: t('account.everywhere'),
      isDanger: true,
    }),
    onSuccess: () => window.location.assign(paths.login),
  });
  return (
    <Card title={t('account.sessions')} description={t('account.sessionsBody')}>
      <QueryBoundary isSmall query={sessions} skeleton={['h-14', 'h-14']}>
        {({ items }) => {
          const shown = items.filter(({ id }) => id !== end.pendingInput);
          return (
            <>
              <RowList>
                {shown.map((item) => (
                  <Row
                    key={item.id}
                    mark={
                      <RowIcon>
                        <Laptop size={20} strokeWidth={1.75} aria-hidden />
                      </RowIcon>
                    }
                    title={item.device}
                    lines={[
                      <>
                        {item.isCurrent ? (
                          <span className="font-medium text-good">{t('account.thisDevice')}</span>
                        ) : (
                          t('account.lastSeen', { when: ago(item.lastSeenAt) })
                        )}
                        {' • '}
                        {t('account.since', { date: date(item.createdAt) })}
                      </>,
                    ]}
                    end={
                      !item.isCurrent && (
                        <Button
                          size="sm"
                          label={t('account.endNamed', { device: item.device })}
                          onClick={() => end.run(item.id)}
                        >
                          {t('account.end')}
                        </Button>
                      )
                    }
                  />
                ))}
              </RowList>
              {shown.length === 1 && (
                <p className="pb-1 text-sm text-ink-2">{t('account.onlyThis')}</p>
              )}
            </>
          );
        }}
      </QueryBoundary>
      <Button
        icon={LogOut}
        className="mt-3"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => revokeAll.run()}
      >
        {t('account.everywhere')}
      </Button>
    </Card>
  );
}

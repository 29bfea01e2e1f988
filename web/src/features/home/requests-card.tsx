import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserRoundCheck } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { incomingRequests } from './home.data.ts';
import { PersonLink, PersonLinkSkeleton } from './person-link.tsx';

/** Who asked to connect and waits for an answer. */
export function RequestsCard() {
  const { t } = useMessages();
  const { data, error, refetch, isFetching } = useQuery(incomingRequests());
  if (data === undefined) {
    return (
      <Card title={t('home.requests')}>
        {error ? (
          <ErrorState isSmall error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Loading className="grid gap-1">
            <PersonLinkSkeleton />
            <PersonLinkSkeleton />
          </Loading>
        )}
      </Card>
    );
  }
  if (data.total === 0) {
    return (
      <Card title={t('home.requests')}>
        <EmptyState
          isSmall
          icon={UserRoundCheck}
          title={t('home.requestsNone')}
          action={
            <Link to={paths.directory} className={buttonClass({ variant: 'soft' })}>
              {t('home.find')}
            </Link>
          }
        />
      </Card>
    );
  }
  return (
    <Card title={t('home.requests')} description={t('home.requestsCount', { count: data.total })}>
      <ul className="grid">
        {data.items.map((person) => (
          <li key={person.uid}>
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
      <Link to={paths.connections} search={{ list: 'incoming' }} className={`${buttonClass({ variant: 'primary' })} mt-3`}>
        {t('home.requestsReview')}
      </Link>
    </Card>
  );
}

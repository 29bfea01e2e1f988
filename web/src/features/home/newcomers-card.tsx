import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import type { connection } from '#contract/people.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { newcomers } from './home.data.ts';
import { PersonLink, PersonLinkSkeleton } from './person-link.tsx';

const shown = 6;
const own: (typeof connection)['own'] = -1;

/** The newest people of the school. */
export function NewcomersCard() {
  const { t } = useMessages();
  const { data, error, refetch, isFetching } = useQuery(newcomers());
  const people = (data?.[0]?.people ?? [])
    .filter((person) => person.connectionStatus !== own)
    .slice(0, shown);
  return (
    <Card
      title={t('home.newcomers')}
      aside={
        <Link
          to={paths.directory}
          className="text-link text-sm whitespace-nowrap touch:-my-3 touch:py-3"
        >
          {t('home.newcomersAll')}
        </Link>
      }
    >
      {data === undefined && error && (
        <ErrorState isSmall error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && (
        <Loading className="grid gap-x-4 sm:grid-cols-2">
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <PersonLinkSkeleton key={place} />
          ))}
        </Loading>
      )}
      {data !== undefined && people.length === 0 && (
        <EmptyState isSmall icon={UsersRound} title={t('home.newcomersNone')}>
          {t('home.newcomersNoneBody')}
        </EmptyState>
      )}
      <ul className="-mb-2 grid gap-x-4 sm:grid-cols-2">
        {people.map((person) => (
          <li key={person.uid}>
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

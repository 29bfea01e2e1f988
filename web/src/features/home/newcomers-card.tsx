import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import type { connection } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { newcomers } from '../people/suggestions.data.ts';
import { PersonLink, PersonLinkSkeleton } from './person-link.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import type { User } from '#contract/people/endpoints.ts';

const shown = 6;
const own: (typeof connection)['own'] = -1;

const othersIn = (data: readonly { people: readonly User[] }[]): readonly User[] =>
  (data[0]?.people ?? []).filter((person) => person.connectionStatus !== own).slice(0, shown);

/** The newest people at school. */
export function NewcomersCard() {
  const { t } = useMessages();
  const newest = useQuery(newcomers());
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
      <QueryBoundary
        isSmall
        query={newest}
        skeleton={
          <div className="grid gap-x-4">
            {[1, 2, 3, 4, 5, 6].map((position) => (
              <PersonLinkSkeleton key={position} />
            ))}
          </div>
        }
        isEmpty={(data) => othersIn(data).length === 0}
        empty={{
          icon: UsersRound,
          title: t('home.newcomersNone'),
          body: t('home.newcomersNoneBody'),
        }}
      >
        {(data) => (
          <ul className="-mb-2 grid gap-x-4">
            {othersIn(data).map((person) => (
              <li key={person.uid}>
                <PersonLink person={person} />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Card>
  );
}

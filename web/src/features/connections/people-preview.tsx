import { useQueries } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { getProfile } from '#contract/people/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import type { NotificationPreviewProps } from '../../lib/notification-parts.ts';
import { PersonCard } from '../people/person-card.tsx';
import { profileLink } from '../people/person.ts';

/** The people of a notification as cards, with their connect buttons. */
export function PeoplePreview({ item }: NotificationPreviewProps) {
  const { t } = useMessages();
  const profiles = useQueries({
    queries: item.people.map(({ uid }) => callQuery(getProfile, { uid })),
  });
  const failed = profiles.find(({ error }) => error !== null);
  const people = profiles.flatMap(({ data }) =>
    data === undefined || Array.isArray(data.data) ? [] : [data.data],
  );
  return (
    <div className="p-5">
      <QueryBoundary
        query={{
          data: profiles.some(({ isPending }) => isPending) ? undefined : people,
          error: failed?.error ?? null,
          isFetching: profiles.some(({ isFetching }) => isFetching),
          refetch: () => Promise.all(profiles.map((one) => one.refetch())),
        }}
        skeleton={['h-64 max-w-72']}
        isEmpty={() => people.length === 0}
        empty={{ icon: UserRound, title: t('connect.noneShown') }}
      >
        {(shown) => (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-4">
            {shown.map((person) => (
              <li key={person.uid}>
                <PersonCard person={person} openLink={profileLink} />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </div>
  );
}

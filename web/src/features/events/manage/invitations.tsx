import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { StatGrid, StatTile } from '../../../ui/stat-tile.tsx';
import { nameOf } from '../../people/person.ts';
import { invitationPages } from '../events.data.ts';

const tones = { pending: 'quiet', going: 'good', declined: 'bad' } as const satisfies Record<
  string,
  Tone
>;

/** The invited people and their answers, for the event's managers. */
export function Invitations({ event }: { event: string }) {
  const { t, number, date } = useMessages();
  const invitations = useInfiniteQuery(invitationPages(event));
  return (
    <QueryBoundary
      query={invitations}
      skeleton={['h-24', 'h-64']}
      isEmpty={({ pages }) => (pages[0]?.total ?? 0) === 0}
      empty={{ icon: MailOpen, title: t('events.invitationsNone') }}
    >
      {({ pages }) => (
        <div className="grid gap-5">
          <StatGrid label={t('events.invitations')}>
            {(['going', 'declined', 'pending'] as const).map((status) => (
              <StatTile
                key={status}
                label={t(`events.invitation_${status}`)}
                value={number(pages[0]?.counts[status] ?? 0)}
              />
            ))}
          </StatGrid>
          <RowList label={t('events.invitations')} isCard>
            {pages
              .flatMap(({ items }) => items)
              .map((person) => (
                <Row
                  key={person.uid}
                  mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />}
                  title={
                    <Link to={paths.profile} search={{ uid: person.uid }}>
                      <bdi>{nameOf(person)}</bdi>
                    </Link>
                  }
                  lines={[person.declinedAt !== null && date(person.declinedAt, 'moment')]}
                  end={
                    <Pill tone={tones[person.status]}>
                      {t(`events.invitation_${person.status}`)}
                    </Pill>
                  }
                />
              ))}
          </RowList>
          <LoadMore query={invitations} />
        </div>
      )}
    </QueryBoundary>
  );
}

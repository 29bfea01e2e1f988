import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarArrowDown, CalendarPlus, Ticket } from 'lucide-react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { ClubFeed } from '../../calendar/feeds/club-feed.tsx';
import { EventDays } from './event-days.tsx';
import { EventProposals } from '../manage/event-proposals.tsx';
import { clubEventPages, eventProposals } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** The coming events of a club, on its page. */
export function ClubEvents({
  club,
  name,
  hasFile,
}: {
  club: string;
  name: string;
  /** True if visitors can read the calendar file of the club's public events. */
  hasFile: boolean;
}) {
  const { t } = useMessages();
  const list = useInfiniteQuery(clubEventPages(club));
  const proposalsQuery = useQuery(eventProposals(club));
  const proposals = proposalsQuery.data;
  const way = proposals?.club?.mayCreate
    ? 'create'
    : proposals?.club?.mayPropose
      ? 'propose'
      : null;
  return (
    // The parts are shown together, because the events would move the content below them.
    <WhenSettled queries={[list, proposalsQuery]} skeleton={['h-11 w-40', 'h-28', 'h-28', 'h-28']}>
      <div className="grid gap-5">
        {way !== null && (
          <Link
            to={paths.newEvent}
            search={{ club, ...(way === 'propose' && { propose: '1' }) }}
            className={`justify-self-start ${buttonClass({ variant: 'outline' })}`}
          >
            <CalendarPlus size={20} strokeWidth={1.9} aria-hidden />
            {t(`events.${way}`)}
          </Link>
        )}
        <EventProposals items={proposals?.items ?? []} />
        <QueryBoundary
          query={list}
          showsRefetchError
          skeleton={['h-6 w-48', 'h-28', 'h-28']}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={{
            icon: Ticket,
            title: t('events.ofClubNone'),
            body: t('events.ofClubNoneBody'),
          }}
        >
          {({ pages }) => (
            <div className="grid gap-6">
              <EventDays events={pages.flatMap(({ items }) => items)} />
              <LoadMore query={list} />
            </div>
          )}
        </QueryBoundary>
        <ClubFeed club={club} name={name} />
        {hasFile && (
          <a
            href={`/clubs/${club}/events.ics`}
            className="text-link inline-flex items-center gap-1.5 justify-self-start text-sm"
          >
            <CalendarArrowDown size={18} strokeWidth={1.9} aria-hidden />
            {t('events.clubFile')}
          </a>
        )}
      </div>
    </WhenSettled>
  );
}

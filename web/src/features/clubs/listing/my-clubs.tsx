import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { Club } from '#contract/clubs/endpoints.ts';
import { LoadMore } from '../../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { pastClubs, unreadClubs } from '../clubs.data.ts';
import { joinable } from '../joining/membership.data.ts';
import { JoinButton } from '../joining/join-button.tsx';
import english from '../messages/en.json';

addEnglish(english);

/** The number of unread items of a club. Shows nothing if it is zero. */
function Unread({ count, isOnPicture }: { count: number | undefined; isOnPicture?: boolean }) {
  const { t, number } = useMessages();
  if (count === undefined) return null;
  return (
    <span
      className={`rounded-full bg-brand px-1.5 text-xs/5 font-bold text-on-brand tabular-nums ${isOnPicture ? 'absolute -end-1.5 -top-1.5 border-2 border-ground' : 'shrink-0'}`}
    >
      <span aria-hidden>{number(count)}</span>
      <span className="sr-only">{t('clubs.newHere', { count })}</span>
    </span>
  );
}

/**
 * The clubs that the user is a member of, requested to join or is invited to. They are next to the list, or in a strip above
 * it.
 */
export function MyClubs({
  clubs,
  hub,
  isStrip,
}: {
  clubs: readonly Club[];
  hub: string | null;
  isStrip: boolean;
}) {
  const { t } = useMessages();
  const past = usePastClubs(hub);
  const unread = new Map(
    useQuery(unreadClubs()).data?.items.map(({ club, count }) => [club, count]),
  );
  const statusOf = (club: Club) => club.Memberships?.[0]?.status;
  const own = clubs.filter((club) => statusOf(club) === 'member');
  const waiting = clubs.filter((club) => statusOf(club) !== 'member');
  const mine = own.length > 0 && (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg!">{t('clubs.mine')}</h2>
      <ul
        className={
          isStrip
            ? '-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] sm:-mx-6 sm:px-6'
            : 'grid gap-1'
        }
      >
        {own.map((club) => (
          <OwnClub key={club.id} club={club} isStrip={isStrip} unread={unread.get(club.id)} />
        ))}
      </ul>
    </section>
  );
  const waits = waiting.length > 0 && (
    <section className="grid gap-2">
      <h2 className="text-lg!">{t('clubs.waiting')}</h2>
      <ul className="divide-y divide-line">
        {waiting.map((club) => (
          <li key={club.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            <Avatar name={club.name} photoUrl={club.Logo} size={2.5} shape="square" />
            <span className="min-w-0 flex-1 basis-32">
              <Link
                to={paths.club}
                params={{ clubId: club.id }}
                dir="auto"
                className="rounded-sm font-medium wrap-anywhere hover:underline"
              >
                {club.name}
              </Link>
              <span className="block text-sm text-ink-2">
                {t(statusOf(club) === 'invited' ? 'clubs.invitesYou' : 'clubs.youAsked')}
              </span>
            </span>
            <JoinButton club={joinable(club)} placement="row" />
          </li>
        ))}
      </ul>
    </section>
  );
  if (!mine && !waits && past === null) return null;
  if (isStrip)
    return (
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {mine}
        {waits}
        {past}
      </div>
    );
  return (
    <aside className="grid gap-4">
      {mine && <Card>{mine}</Card>}
      {waits && <Card>{waits}</Card>}
      {past && <Card>{past}</Card>}
    </aside>
  );
}

interface OwnClubProps {
  club: Club;
  isStrip: boolean;
  unread: number | undefined;
}

function OwnClub({ club, isStrip, unread }: OwnClubProps) {
  const { t } = useMessages();
  return (
    <li className={isStrip ? 'shrink-0' : ''}>
      <Link
        to={paths.club}
        params={{ clubId: club.id }}
        className={
          isStrip
            ? 'grid w-20 justify-items-center gap-1 rounded-control py-1 text-center text-sm text-ink-2 -outline-offset-2'
            : '-mx-2 flex min-h-12 items-center gap-3 rounded-control px-2 py-1 hover:bg-fill'
        }
      >
        <span className="relative">
          <Avatar name={club.name} photoUrl={club.Logo} size={isStrip ? 3.5 : 2.5} shape="square" />
          {isStrip && <Unread count={unread} isOnPicture />}
        </span>
        <span className="min-w-0 max-w-full grow">
          <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
            {club.name}
          </span>
          {!isStrip && (
            <span className="block text-sm text-ink-2">
              {t(club.Memberships?.[0]?.role === 'officer' ? 'clubs.officer' : 'clubs.member')}
            </span>
          )}
        </span>
        {!isStrip && <Unread count={unread} />}
      </Link>
    </li>
  );
}

/** The clubs that the user has left, with dates and a button to rejoin. Returns null if there are none. */
function usePastClubs(hub: string | null): ReactNode {
  const { t, date, list } = useMessages();
  const query = useInfiniteQuery(pastClubs(hub));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <section className="grid gap-1">
      <h2 className="text-lg!">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 text-start hover:bg-fill"
        >
          <span className="grow">{t('clubs.past', { count: total })}</span>
          <ChevronDown
            size={20}
            aria-hidden
            className={`shrink-0 text-ink-2 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="grid gap-2">
          <ul className="divide-y divide-line">
            {query.data?.pages.flatMap(({ items }) =>
              items.map((club) => {
                const was = club.PastMemberships ?? [];
                const positions = [...new Set(was.flatMap(({ position }) => position ?? []))];
                const since = was.map((one) => one.since).toSorted()[0];
                const until = was[0]?.until;
                return (
                  <li key={club.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
                    <Avatar name={club.name} photoUrl={club.Logo} size={2.5} shape="square" />
                    <span className="min-w-0 flex-1 basis-32">
                      <Link
                        to={paths.club}
                        params={{ clubId: club.id }}
                        dir="auto"
                        className="rounded-sm font-medium wrap-anywhere hover:underline"
                      >
                        {club.name}
                      </Link>
                      {since !== undefined && until !== undefined && (
                        <span className="block text-sm text-ink-2">
                          {t('clubs.pastSpan', {
                            from: date(since, 'day'),
                            to: date(until, 'day'),
                          })}
                        </span>
                      )}
                      {positions.length > 0 && (
                        <span className="block text-sm wrap-anywhere text-ink-2">
                          <bdi>{list(positions)}</bdi>
                        </span>
                      )}
                    </span>
                    <JoinButton club={joinable(club)} placement="row" />
                  </li>
                );
              }),
            )}
          </ul>
          <LoadMore query={query} />
        </div>
      )}
    </section>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { ElectionList } from './election-list.tsx';
import { ElectionState } from './election-state.tsx';
import { electionPages } from './elections.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** A club's elections, for officers. */
export function ClubElections({ club }: { club: Pick<ClubLayout, 'id' | 'name'> }) {
  return <ElectionList club={club} />;
}

const shown = 3;

/** The club's current and most recent elections that the user can see, next to the tabs of its page. */
export function ClubElectionsCard({ club }: { club: string }) {
  const { t, date } = useMessages();
  const { data } = useInfiniteQuery(electionPages(club));
  const items = (data?.pages[0]?.items ?? [])
    .filter(({ phase }) => phase !== 'draft' && phase !== 'canceled')
    .slice(0, shown);
  if (items.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg!">{t('elections.title')}</h2>
      <ul className="grid gap-2">
        {items.map((election) => (
          <li key={election.id} className="grid justify-items-start gap-1">
            <Link
              to={paths.election}
              params={{ electionId: election.id }}
              dir="auto"
              className="page-start inline-block rounded-sm py-0.5 font-medium text-brand-text wrap-anywhere hover:underline touch:py-2.5"
            >
              {election.title}
            </Link>
            <ElectionState election={election} />
            {election.phase === 'voting' && (
              <span className="text-sm text-ink-2">
                {t('elections.list_until', { date: date(election.closesAt, 'moment') })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

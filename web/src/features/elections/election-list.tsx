import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Vote } from 'lucide-react';
import { useState } from 'react';
import type { ElectionItem } from '#contract/elections/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { ElectionState } from './election-state.tsx';
import { electionPages } from './elections.data.ts';
import { NewElection } from './new-election.tsx';

/** What an election needs from the user, most urgent first. */
const tasks = ['vote', 'answer', 'announce', 'setup'] as const;
type Task = (typeof tasks)[number];
const taskOf = ({ canVote, hasVoted, isProposed, phase, can }: ElectionItem): Task | null => {
  if (canVote && hasVoted !== true) return 'vote';
  if (can.answer) return 'answer';
  if (isProposed && can.announce) return 'announce';
  return phase === 'draft' && can.manage ? 'setup' : null;
};

/** Sorts by urgency. Elections without a task keep their order. */
const byTask = (a: ElectionItem, b: ElectionItem): number => {
  const [one, other] = [taskOf(a), taskOf(b)];
  return one === null || other === null ? 0 : tasks.indexOf(one) - tasks.indexOf(other);
};

const groups = ['todo', 'upcoming', 'results'] as const;
const groupOf = (election: ElectionItem): (typeof groups)[number] => {
  if (taskOf(election) !== null) return 'todo';
  const { phase } = election;
  return phase === 'counting' || phase === 'published' || phase === 'canceled'
    ? 'results'
    : 'upcoming';
};

interface ElectionListProps {
  /** Only this club's elections. Without it, those of the user. */
  club?: { readonly id: string; readonly name: string };
}

/** Elections in groups: those that need the user first, then upcoming ones, then results. */
export function ElectionList({ club }: ElectionListProps) {
  const { t } = useMessages();
  const [isCreating, setCreating] = useState(false);
  const elections = useInfiniteQuery(electionPages(club?.id));
  const canCreate = elections.data?.pages[0]?.can.create === true;
  return (
    <>
      <ListPage
        query={elections}
        intro={t(club === undefined ? 'elections.intro' : 'elections.list_introClub')}
        {...(canCreate && {
          add: { label: t('elections.list_new'), onAdd: () => setCreating(true) },
        })}
        empty={{ icon: Vote, title: t('elections.none') }}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <div className="grid gap-6">
              {groups.map((group) => {
                const own = items.filter((one) => groupOf(one) === group).toSorted(byTask);
                if (own.length === 0) return null;
                return (
                  <section key={group} className="grid gap-2">
                    <h2 className="text-lg!">{t(`elections.list_${group}`)}</h2>
                    <RowList label={t(`elections.list_${group}`)} isCard>
                      {own.map((one) => (
                        <ElectionRow key={one.id} election={one} isOfClub={club !== undefined} />
                      ))}
                    </RowList>
                  </section>
                );
              })}
              <LoadMore query={elections} />
            </div>
          );
        }}
      </ListPage>
      {isCreating && <NewElection {...(club && { club })} onClose={() => setCreating(false)} />}
    </>
  );
}

function ElectionRow({ election, isOfClub }: { election: ElectionItem; isOfClub: boolean }) {
  const { t, date } = useMessages();
  const { id, title, phase, club, opensAt, closesAt, can } = election;
  const task = taskOf(election);
  const to = task === 'setup' || task === 'announce' ? paths.electionSetup : paths.election;
  const params = { electionId: id };
  const when =
    phase === 'voting'
      ? t('elections.list_until', { date: date(closesAt, 'moment') })
      : phase === 'published' || phase === 'counting' || phase === 'canceled'
        ? t('elections.list_ended', { date: date(closesAt, 'medium') })
        : t('elections.list_from', {
            from: date(opensAt, 'moment'),
            until: date(closesAt, 'moment'),
          });
  return (
    <Row
      mark={
        <RowIcon>
          <Vote size={20} aria-hidden />
        </RowIcon>
      }
      title={
        <Link to={to} params={params} className="rounded-sm hover:underline">
          {title}
        </Link>
      }
      aside={<ElectionState election={election} />}
      lines={[
        !isOfClub && <bdi key="club">{club === null ? t('elections.list_school') : club.name}</bdi>,
        when,
      ]}
      end={
        task === null ? (
          can.manage &&
          phase !== 'published' &&
          phase !== 'canceled' && (
            <Link
              to={paths.electionSetup}
              params={params}
              className={buttonClass({ variant: 'outline' })}
              aria-label={t('elections.list_manageNamed', { title })}
            >
              {t('elections.list_manage')}
            </Link>
          )
        ) : (
          <Link
            to={to}
            params={params}
            {...(task === 'announce' && { search: { step: 'check' } })}
            className={buttonClass({ variant: task === 'vote' ? 'primary' : 'soft' })}
            aria-label={t(`elections.list_${task}Named`, { title })}
          >
            {t(`elections.list_${task}`)}
          </Link>
        )
      }
    />
  );
}

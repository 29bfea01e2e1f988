import { useQuery } from '@tanstack/react-query';
import type { ClubOverview as Overview, ClubWeek } from '#contract/club-office/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { StatGrid, StatTile } from '../../ui/stat-tile.tsx';
import { clubOverview } from './club-office.data.ts';
import { ClubTodoList } from './club-todo.tsx';
import { OverviewCards, useOverviewQueries } from './overview-cards.tsx';
import english from './messages/en.json';
import { SideColumn } from '../../shell/side-column.tsx';

addEnglish(english);

const dash = '–';
const sumOf = (weeks: readonly ClubWeek[], what: Exclude<keyof ClubWeek, 'start'>) =>
  weeks.reduce((sum, week) => sum + week[what], 0);

/** A club's tasks, statistics, and what comes next. */
export function ClubOverview({ club, canEmail }: { club: string; canEmail: boolean }) {
  const overview = useQuery(clubOverview(club));
  const queries = useOverviewQueries(club, canEmail);
  return (
    <QueryBoundary
      query={overview}
      showsRefetchError
      isEmpty={() => false}
      skeleton={['h-40', 'h-28', 'h-72']}
    >
      {(data) => (
        <WhenSettled queries={Object.values(queries)} skeleton={['h-40', 'h-28', 'h-72']}>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
              <ClubTodoList club={club} todo={data.todo} />
              <ClubStatistics overview={data} />
              {/* On phones, tasks and numbers are enough. */}
              <div className="hidden gap-5 md:grid">
                <Charts weeks={data.weeks} members={data.members} />
              </div>
            </div>
            <SideColumn>
              <div className="grid min-w-0 gap-5 md:max-xl:grid-cols-2 md:max-xl:items-start">
                <OverviewCards club={club} queries={queries} />
              </div>
            </SideColumn>
          </div>
        </WhenSettled>
      )}
    </QueryBoundary>
  );
}

function ClubStatistics({ overview }: { overview: Overview }) {
  const { t, number, locale } = useMessages();
  const { members, newMembers, activeMembers, points, weeks, todo } = overview;
  const tooFewText = t('clubOffice.tooFew');
  const share = new Intl.NumberFormat(locale, { style: 'percent' });
  const waiting = todo.find(({ kind }) => kind === 'requests')?.count ?? 0;
  return (
    <StatGrid label={t('clubOffice.figures')}>
      <StatTile
        label={t('clubOffice.members')}
        value={number(members)}
        note={
          weeks === null
            ? null
            : t('clubOffice.membersNote', {
                joined: sumOf(weeks, 'joined'),
                left: sumOf(weeks, 'left'),
              })
        }
      />
      <StatTile
        label={t('clubOffice.new')}
        value={newMembers === null ? dash : number(newMembers)}
        note={newMembers === null ? tooFewText : t('clubOffice.newNote')}
      />
      <StatTile
        label={t('clubOffice.active')}
        value={activeMembers === null ? dash : number(activeMembers)}
        note={
          activeMembers === null
            ? tooFewText
            : t('clubOffice.activeNote', {
                share: share.format(members === 0 ? 0 : activeMembers / members),
              })
        }
      />
      {points === null ? (
        <StatTile
          label={t('clubOffice.waiting')}
          value={number(waiting)}
          note={t('clubOffice.waitingNote')}
        />
      ) : (
        <StatTile
          label={t('clubOffice.points')}
          value={number(points)}
          note={t('clubOffice.pointsNote')}
        />
      )}
    </StatGrid>
  );
}

function Charts({ weeks, members }: { weeks: readonly ClubWeek[] | null; members: number }) {
  const { t, date } = useMessages();
  if (weeks === null)
    return (
      <Card title={t('clubOffice.charts')}>
        <p className="text-ink-2">{t('clubOffice.tooFewBody')}</p>
      </Card>
    );
  const steps = weeks.map(({ start }) => date(start, 'short'));
  const joined = sumOf(weeks, 'joined');
  const left = sumOf(weeks, 'left');
  const [first] = weeks;
  const before = first === undefined ? 0 : first.members - first.joined + first.left;
  return (
    <>
      <Card>
        <Chart
          kind="line"
          title={t('clubOffice.growth')}
          point={t('clubOffice.growthPoint', { before, now: members })}
          of={t('clubOffice.week')}
          steps={steps}
          series={[{ label: t('clubOffice.members'), values: weeks.map((week) => week.members) }]}
        />
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <Chart
            kind="line"
            title={t('clubOffice.moves')}
            point={t('clubOffice.movesPoint', { joined, left })}
            of={t('clubOffice.week')}
            steps={steps}
            series={[
              { label: t('clubOffice.joined'), values: weeks.map((week) => week.joined) },
              { label: t('clubOffice.left'), values: weeks.map((week) => week.left) },
            ]}
          />
        </Card>
        <Card>
          <Chart
            kind="line"
            title={t('clubOffice.activity')}
            point={t('clubOffice.activityPoint', {
              posts: sumOf(weeks, 'posts'),
              comments: sumOf(weeks, 'comments'),
            })}
            of={t('clubOffice.week')}
            steps={steps}
            series={[
              { label: t('clubOffice.posts'), values: weeks.map((week) => week.posts) },
              { label: t('clubOffice.comments'), values: weeks.map((week) => week.comments) },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

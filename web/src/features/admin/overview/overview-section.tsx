import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contract/admin/endpoints.ts';
import { overviewDays } from '#contract/admin/limits.ts';
import { listAudit } from '#contract/audit/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { callQuery } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useHasPermission } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Chart } from '../../../ui/chart.tsx';
import { StatGrid, StatTile } from '../../../ui/stat-tile.tsx';
import { LogEntry } from '../log-entry.tsx';
import english from '../messages/en.json';
import { HealthCard } from './health-card.tsx';
import { schoolOverview } from './overview.data.ts';
import { TodoCard } from './todo-card.tsx';

addEnglish(english);

/** Shows the reader's tasks and the school's health. The server leaves out what the reader's roles don't allow. */
export function OverviewSection() {
  const canReadLog = useHasPermission('audit.read');
  return (
    <QueryBoundary
      query={useQuery(schoolOverview())}
      showsRefetchError
      isEmpty={() => false}
      skeleton={['h-40', 'h-28', 'h-72']}
    >
      {(overview) => (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <TodoCard overview={overview} />
            {overview.people && <Figures people={overview.people} />}
            {overview.people && <Weeks people={overview.people} />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <HealthCard overview={overview} />
            {canReadLog && <RecentActivity />}
          </div>
        </div>
      )}
    </QueryBoundary>
  );
}

type People = NonNullable<Overview['people']>;

function Figures({ people }: { people: People }) {
  const { t, number, locale } = useMessages();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const share = (part: number) => percent.format(people.total === 0 ? 0 : part / people.total);
  const link = (search: Record<string, string>, text: string) => (
    // The whole tile is the link.
    <Link
      to={paths.adminPeople}
      search={search}
      className="after:absolute after:inset-0 after:rounded-card hover:underline"
    >
      {text}
    </Link>
  );
  return (
    <StatGrid label={t('overview.figures')}>
      <StatTile
        label={t('overview.active')}
        value={number(people.active)}
        note={link(
          { sort: 'seen', order: 'down' },
          t('overview.activeNote', {
            share: share(people.active),
            total: people.total,
            days: overviewDays,
          }),
        )}
      />
      <StatTile
        label={t('overview.added')}
        value={number(people.added)}
        note={link({ sort: 'added', order: 'down' }, t('overview.inDays', { days: overviewDays }))}
      />
      <StatTile
        label={t('overview.new')}
        value={number(people.new)}
        note={link({ state: 'new' }, t('overview.newNote', { share: share(people.new) }))}
      />
      <StatTile
        label={t('overview.suspended')}
        value={number(people.suspended)}
        note={link({ state: 'suspended' }, t('overview.suspendedNote'))}
      />
    </StatGrid>
  );
}

function Weeks({ people: { weeks } }: { people: People }) {
  const { t, day } = useMessages();
  const count = weeks.at(-1)?.people ?? 0;
  // A line that ends with the week in progress would look like a decline.
  const full = weeks.slice(0, -1);
  if (full.length < 2)
    return (
      <Card title={t('overview.weekly')}>
        <p className="text-ink-2">{t('overview.weeklyFirst', { count })}</p>
      </Card>
    );
  return (
    <Card>
      <Chart
        kind="line"
        title={t('overview.weekly')}
        point={t('overview.weeklyPoint', { count, before: full.at(-1)?.people ?? 0 })}
        of={t('overview.week')}
        steps={full.map(({ start }) => day(start, 'short'))}
        series={[{ label: t('overview.people'), values: full.map((week) => week.people) }]}
      />
    </Card>
  );
}

const entriesShown = 5;

function RecentActivity() {
  const { t } = useMessages();
  const log = useQuery(callQuery(listAudit, { size: entriesShown }));
  return (
    <Card
      title={t('overview.activity')}
      aside={
        <Link to={paths.adminAudit} className="text-sm font-bold text-brand-text underline">
          {t('overview.log')}
        </Link>
      }
    >
      <QueryBoundary query={log} isSmall skeleton={['h-40']} isEmpty={() => false}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="text-ink-2">{t('audit.none')}</p>
          ) : (
            <ol className="-mx-4 -mb-4 divide-y divide-line text-sm sm:-mx-5 sm:-mb-5">
              {entries.map((entry) => (
                <LogEntry key={entry.number} entry={entry} />
              ))}
            </ol>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

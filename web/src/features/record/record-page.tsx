import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileBadge, HeartHandshake, Plus } from 'lucide-react';
import { useState } from 'react';
import type { RecordEntry, RecordOverview } from '#contract/record/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { areSettled, WhenSettled } from '../../kit/when-settled.tsx';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatGrid, StatTile } from '../../ui/stat-tile.tsx';
import { BadgesCard } from './badges-card.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryRow } from './entry-row.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import english from './messages/en.json';
import { entriesQuery, recordQuery, useSaveDocument } from './record.data.ts';
import { hoursOf, yearOf, yearText } from './record-words.ts';
import { SideColumn } from '../../shell/side-column.tsx';

addEnglish(english);

const shows = ['all', 'verified', 'open'] as const;
type Show = (typeof shows)[number];

/** The user's co-curricular record: experiences and who verified them. */
export function RecordPage() {
  const { t } = useMessages();
  const record = useQuery(recordQuery());
  const entries = useQuery(entriesQuery());
  const [editing, setEditing] = useState<{ entry: RecordEntry | null } | null>(null);
  const [isIssuing, setIssuing] = useState(false);
  const save = useSaveDocument();
  const items = entries.data?.items ?? [];
  const verified = items.filter(({ state }) => state === 'verified');
  const hasKinds = (record.data?.kinds.length ?? 0) > 0;
  const hasBadges = (record.data?.figures.badges ?? 0) > 0;
  const isMid = useMinWidth('md');
  const tools = (
    <>
      {(verified.length > 0 || hasBadges) && (
        <Button icon={FileBadge} isPending={save.isPending} onClick={() => setIssuing(true)}>
          {t('record.issue')}
        </Button>
      )}
      {hasKinds && (
        <Button variant="primary" icon={Plus} onClick={() => setEditing({ entry: null })}>
          {t('record.add')}
        </Button>
      )}
    </>
  );
  // The parts are shown together, because each part would move those below it.
  const isReady = areSettled(record, entries);
  return (
    <Page>
      <PageHeader title={t('nav.record')}>{isMid && isReady && tools}</PageHeader>
      {!isMid && !isReady && <Skeleton className="h-11" />}
      {!isMid && isReady && (hasKinds || verified.length > 0 || hasBadges) && (
        <div className="flex flex-wrap gap-2 [&>button]:flex-1">{tools}</div>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <WhenSettled
            queries={[record, entries]}
            className="grid gap-5"
            skeleton={['h-24', 'h-40', 'h-40']}
          >
            <QueryBoundary query={record} isEmpty={() => false}>
              {({ figures }) => <Figures figures={figures} />}
            </QueryBoundary>
            <QueryBoundary query={entries} isEmpty={() => false} showsRefetchError>
              {() => (
                <Entries
                  items={items}
                  hasKinds={hasKinds}
                  onAdd={() => setEditing({ entry: null })}
                  onEdit={(entry) => setEditing({ entry })}
                />
              )}
            </QueryBoundary>
          </WhenSettled>
        </div>
        {isReady && record.data && (
          <SideColumn>
            <div className="grid gap-5 md:max-xl:grid-cols-2 md:max-xl:items-start">
              <BadgesCard badges={record.data.badges} documents={record.data.documents} />
              <DocumentsCard documents={record.data.documents} />
            </div>
          </SideColumn>
        )}
        {!isReady && <Skeleton className="h-64 max-xl:hidden" />}
      </div>
      {editing && record.data && (
        <EntryDialog {...editing} record={record.data} onClose={() => setEditing(null)} />
      )}
      {isIssuing && record.data && (
        <IssueDialog
          verified={verified}
          badges={record.data.badges.flatMap((badge) =>
            badge.award === null ? [] : [{ ...badge, award: badge.award }],
          )}
          hasReflections={record.data.hasReflections}
          onIssued={(document) => save.run(document)}
          onClose={() => setIssuing(false)}
        />
      )}
    </Page>
  );
}

function Figures({ figures }: { figures: RecordOverview['figures'] }) {
  const { t, number } = useMessages();
  return (
    <StatGrid label={t('record.figures')}>
      <StatTile label={t('record.figure_hours')} value={number(hoursOf(figures.minutes))} />
      <StatTile label={t('record.figure_experiences')} value={number(figures.experiences)} />
      <StatTile label={t('record.badges')} value={number(figures.badges)} />
      <StatTile label={t('record.figure_competencies')} value={number(figures.competencies)} />
    </StatGrid>
  );
}

interface EntriesProps {
  items: readonly RecordEntry[];
  hasKinds: boolean;
  onAdd: () => void;
  onEdit: (entry: RecordEntry) => void;
}

function Entries({ items, hasKinds, onAdd, onEdit }: EntriesProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const wanted = useSearch().show;
  const show: Show = shows.find((one) => one === wanted) ?? 'all';
  const shown = items.filter(
    ({ state }) => show === 'all' || (show === 'verified') === (state === 'verified'),
  );
  const years = [...new Set(shown.map(({ startsOn }) => yearOf(startsOn)))];
  if (items.length === 0)
    return (
      <EmptyState
        icon={HeartHandshake}
        title={t('record.none')}
        action={
          hasKinds && (
            <Button variant="primary" icon={Plus} onClick={onAdd}>
              {t('record.add')}
            </Button>
          )
        }
      >
        {t(hasKinds ? 'record.noneBody' : 'record.noKinds')}
      </EmptyState>
    );
  return (
    <section aria-label={t('record.experiences')} className="card grid gap-2 p-4 sm:p-5">
      <div>
        <Segmented
          label={t('record.show')}
          value={show}
          options={shows.map((value) => ({ value, label: t(`record.show_${value}`) }))}
          onChange={(value) =>
            void navigate({
              to: paths.cct,
              search: value === 'all' ? {} : { show: value },
              replace: true,
            })
          }
        />
      </div>
      {shown.length === 0 && <p className="py-6 text-ink-2">{t('record.noneShown')}</p>}
      {years.map((year) => {
        const own = shown.filter(({ startsOn }) => yearOf(startsOn) === year);
        const minutes = own
          .filter(({ state }) => state === 'verified')
          .reduce((sum, entry) => sum + entry.minutes, 0);
        return (
          <section
            key={year}
            className="grid gap-x-6 border-t border-line pt-3 first-of-type:border-t-0 lg:grid-cols-[7.5rem_minmax(0,1fr)]"
          >
            <div className="pt-3">
              <h2 className="text-base">{yearText(year)}</h2>
              {minutes > 0 && (
                <p className="text-sm text-ink-2">
                  {t('record.verifiedHours', { hours: hoursOf(minutes) })}
                </p>
              )}
            </div>
            <ul className="divide-y divide-line">
              {own.map((entry) => (
                <EntryRow key={entry.id} entry={entry} onEdit={() => onEdit(entry)} />
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

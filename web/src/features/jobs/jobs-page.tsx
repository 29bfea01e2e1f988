import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BriefcaseBusiness, Plus } from 'lucide-react';
import { useState } from 'react';
import { jobLimits } from '#contract/jobs/limits.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useDebounced } from '../../lib/debounce.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useParams, useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { JobFilters } from './job-filters.tsx';
import { JobRows } from './job-rows.tsx';
import { jobPages, paramsOf, searchOf, type JobsSearch, type ShownList } from './jobs.data.ts';
import english from './messages/en.json';
import { JobContent } from './page/job-content.tsx';
import { SearchButtons } from './searches/search-buttons.tsx';
import directoryWords from 'messages:en/directory.*';

addEnglish({ ...directoryWords, ...english });

/** Jobs, and one of them. From 1280 px on, they are side by side; below, they are two pages. */
export function JobsPage() {
  const { jobId } = useParams();
  const search = searchOf(useSearch());
  const isWide = useMinWidth('xl');
  if (!isWide && jobId !== undefined) return <OneJob id={jobId} search={search} />;
  return <Jobs search={search} jobId={jobId} isWide={isWide} />;
}

function OneJob({ id, search }: { id: string; search: JobsSearch }) {
  const { t } = useMessages();
  return (
    <Page width="read">
      <BackLink to={paths.jobs} search={paramsOf(search)}>
        {t('jobs.title')}
      </BackLink>
      <div className="card p-4 sm:p-6">
        <JobContent key={id} id={id} isPage />
      </div>
    </Page>
  );
}

interface JobsProps {
  search: JobsSearch;
  jobId: string | undefined;
  isWide: boolean;
}

function Jobs({ search, jobId, isWide }: JobsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [text, setText] = useState(search.search);
  const [lastSearch, setLastSearch] = useState(search.search);
  // A saved search or the back button changed the search, not the user's typing.
  if (search.search !== lastSearch) {
    setLastSearch(search.search);
    if (search.search !== text.trim()) setText(search.search);
  }
  const isPhone = !useMinWidth('md');
  const query = useInfiniteQuery({ ...jobPages(search), placeholderData: keepPreviousData });
  const first = query.data?.pages[0];
  const jobs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = isWide ? (jobId ?? jobs[0]?.id) : undefined;
  const change = (next: Partial<JobsSearch>) =>
    void navigate({
      to: paths.jobs,
      search: paramsOf({ ...search, ...next }),
      replace: true,
      resetScroll: false,
    });
  useDebounced(text, (settled) => change({ search: settled.trim() }));
  const isNarrowed =
    search.search !== '' ||
    search.kind !== null ||
    search.club !== null ||
    search.isPaid ||
    search.closesSoon;
  const list = (
    <section aria-label={t('jobs.list')} className="card min-w-0 overflow-clip">
      <div className="border-b border-line p-3">
        <Lists
          selected={search.list}
          isManager={first?.can.create === true}
          onSelect={(next) => change({ list: next })}
        />
      </div>
      <QueryBoundary
        query={query}
        showsRefetchError
        skeleton={['h-24 m-4', 'h-24 m-4', 'h-24 m-4']}
        isEmpty={() => jobs.length === 0}
        empty={
          isNarrowed
            ? { icon: BriefcaseBusiness, title: t('jobs.noMatch'), body: t('jobs.noMatchBody') }
            : {
                icon: BriefcaseBusiness,
                title: t(`jobs.none_${search.list}`),
                body: t(`jobs.none_${search.list}Body`),
              }
        }
      >
        {() => (
          <div className="grid">
            <JobRows jobs={jobs} search={search} selected={shown} />
            {query.hasNextPage && (
              <div className="grid border-t border-line p-3">
                <LoadMore query={query} />
              </div>
            )}
          </div>
        )}
      </QueryBoundary>
    </section>
  );
  const searchField = (
    <SearchField
      label={t('jobs.searchLabel')}
      value={text}
      onChange={(next) => setText(next.slice(0, jobLimits.search))}
      isBusy={query.isPlaceholderData}
    />
  );
  return (
    <Page>
      <PageHeader
        title={t('jobs.title')}
        pageTitle={jobs.find(({ id }) => id === jobId)?.title ?? t('jobs.title')}
      >
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isWide && <div className="w-96">{searchField}</div>}
          <SearchButtons search={search} />
          {first?.can.create === true && (
            <Link
              to={paths.newJob}
              search={search.club === null ? {} : { club: search.club }}
              className={buttonClass({
                variant: isWide && shown !== undefined ? 'outline' : 'primary',
                size: 'lg',
                isIcon: isPhone,
                isRound: isPhone,
              })}
            >
              <Plus size={20} strokeWidth={1.9} aria-hidden />
              <span className={isPhone ? 'sr-only' : ''}>{t('jobs.post')}</span>
            </Link>
          )}
        </div>
      </PageHeader>
      {!isWide && searchField}
      <JobFilters search={search} total={first?.total} onChange={change} />
      {isWide ? (
        <div className="grid grid-cols-[26rem_minmax(0,1fr)] items-start gap-5">
          {list}
          {shown === undefined ? (
            <div />
          ) : (
            <section aria-label={t('jobs.details')} className="card min-w-0 p-7">
              <JobContent key={shown} id={shown} />
            </section>
          )}
        </div>
      ) : (
        list
      )}
    </Page>
  );
}

function Lists({
  selected,
  isManager,
  onSelect,
}: {
  selected: ShownList;
  isManager: boolean;
  onSelect: (list: ShownList) => void;
}) {
  const { t } = useMessages();
  const shown: readonly ShownList[] = [
    'open',
    'saved',
    'applied',
    ...(isManager || selected === 'managed' ? (['managed'] as const) : []),
  ];
  return (
    <Segmented
      label={t('jobs.lists')}
      value={selected}
      options={shown.map((value) => ({ value, label: t(`jobs.list_${value}`) }))}
      onChange={onSelect}
    />
  );
}

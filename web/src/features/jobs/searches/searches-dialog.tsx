import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell, Trash2 } from 'lucide-react';
import type { JobSearch } from '#contract/jobs/searches.endpoints.ts';
import { deleteJobSearch, listJobSearches, updateJobSearch } from '#contract/jobs/calls.ts';
import { jobAlerts, type JobAlert } from '#contract/jobs/limits.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { isolate } from '../../../lib/apart.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { jobSearches, paramsOf } from '../jobs.data.ts';
import english from '../messages/en.json';
import { useSearchName } from './search-name.ts';

addEnglish(english);

/** The user's saved searches: open them, change their alerts, delete them. */
export function SearchesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const query = useQuery(jobSearches());
  return (
    <Dialog title={t('jobs.searchesTitle')} isOpen onClose={onClose}>
      <QueryBoundary
        query={query}
        skeleton={['h-14', 'h-14']}
        empty={{ icon: Bell, title: t('jobs.noSearches'), body: t('jobs.noSearchesBody') }}
      >
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map((search) => (
              <SearchRow key={search.id} search={search} onOpen={onClose} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function SearchRow({ search, onOpen }: { search: JobSearch; onOpen: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const nameOf = useSearchName();
  const name = nameOf(search);
  const { id, alerts } = search;
  const change = useAction((next: JobAlert) => call(updateJobSearch, { id, alerts: next }), {
    invalidates: [listJobSearches],
    success: t('jobs.alertsChanged'),
  });
  const remove = useAction(() => call(deleteJobSearch, { id }), {
    invalidates: [listJobSearches],
    success: t('jobs.searchDeleted'),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <button
        type="button"
        dir="auto"
        className="page-start min-w-0 flex-1 basis-48 rounded-sm font-medium text-brand-text wrap-anywhere hover:underline touch:py-2.5"
        onClick={() => {
          onOpen();
          void navigate({
            to: paths.jobs,
            search: paramsOf({
              list: 'open',
              search: search.search,
              kind: search.kind,
              club: search.club?.id ?? null,
              isPaid: search.isPaid,
              closesSoon: false,
            }),
          });
        }}
      >
        {name}
      </button>
      <div className="flex items-center gap-2">
        <Select
          label={t('jobs.alertsNamed', { name: isolate(name) })}
          isLabelHidden
          value={change.pendingInput ?? alerts}
          options={jobAlerts
            .toReversed()
            .map((value) => ({ value, label: t(`jobs.alerts_${value}`) }))}
          onChange={(next) => change.run(next)}
        />
        <IconButton
          label={t('jobs.deleteSearch', { name: isolate(name) })}
          icon={Trash2}
          isPending={remove.isPending}
          onClick={() => remove.run()}
        />
      </div>
    </li>
  );
}

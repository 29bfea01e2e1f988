import type { JobSearch } from '#contract/jobs/searches.endpoints.ts';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';

type Named = Pick<JobSearch, 'search' | 'kind' | 'isPaid' | 'club'> & {
  /** True if the search is limited to a club whose name isn't known here. */
  readonly hasClub?: boolean;
};

/** Returns a function that names a saved search by its filters. */
export function useSearchName(): (search: Named) => string {
  const { t } = useMessages();
  return ({ search, kind, isPaid, club, hasClub = false }) => {
    const parts = [
      ...(search === '' ? [] : [t('jobs.quoted', { text: isolate(search) })]),
      ...(kind === null ? [] : [t(`jobs.kind_${kind}`)]),
      ...(isPaid ? [t('jobs.paid')] : []),
      ...(club === null ? (hasClub ? [t('jobs.oneClub')] : []) : [isolate(club.name)]),
    ];
    return parts.length === 0 ? t('jobs.allJobs') : parts.join(' • ');
  };
}

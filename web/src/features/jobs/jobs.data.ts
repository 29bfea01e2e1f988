import { getClubLayout } from '#contract/clubs/calls.ts';
import type { JobItem } from '#contract/jobs/endpoints.ts';
import {
  getJob,
  listJobApplications,
  listJobSearches,
  listJobs,
  saveJob,
  unsaveJob,
} from '#contract/jobs/calls.ts';
import {
  jobKinds,
  jobLists,
  type ApplicationState,
  type JobKind,
  type JobListName,
} from '#contract/jobs/limits.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Calls to repeat after a job changes. */
export const staleJobs = [listJobs, getJob, listJobApplications] as const;

/** The lists of the page. */
export type ShownList = Exclude<JobListName, 'all'>;
const shownLists = jobLists.filter((one): one is ShownList => one !== 'all');

/** Search and filters of the list of jobs, as in its URL. */
export interface JobsSearch {
  readonly list: ShownList;
  readonly search: string;
  readonly kind: JobKind | null;
  readonly club: string | null;
  readonly isPaid: boolean;
  /** True for jobs that close soon. */
  readonly closesSoon: boolean;
}

/** Days of the filter for jobs that close soon. */
export const soonDays = 7;

/** Returns the search that a URL names. Unknown values are ignored. */
export const searchOf = (params: {
  readonly list?: string;
  readonly search?: string;
  readonly kind?: string;
  readonly club?: string;
  readonly paid?: string;
  readonly closes?: string;
}): JobsSearch => ({
  list: shownLists.find((one) => one === params.list) ?? 'open',
  search: params.search ?? '',
  kind: jobKinds.find((one) => one === params.kind) ?? null,
  club: params.club ?? null,
  isPaid: params.paid === 'true',
  closesSoon: params.closes === String(soonDays),
});

/** Returns the parameters of the URL for a search. */
export const paramsOf = (search: JobsSearch) => ({
  ...(search.list !== 'open' && { list: search.list }),
  ...(search.search !== '' && { search: search.search }),
  ...(search.kind !== null && { kind: search.kind }),
  ...(search.club !== null && { club: search.club }),
  ...(search.isPaid && { paid: 'true' }),
  ...(search.closesSoon && { closes: String(soonDays) }),
});

/** Jobs, page by page. */
export const jobPages = ({ list, search, kind, club, isPaid, closesSoon }: JobsSearch) => ({
  queryKey: [
    listJobs,
    'pages',
    list,
    search.trim(),
    kind ?? '',
    club ?? '',
    isPaid,
    closesSoon,
  ] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listJobs,
      {
        list,
        ...(search.trim() !== '' && { search: search.trim() }),
        ...(kind !== null && { kind }),
        ...(club !== null && { club }),
        ...(isPaid && { isPaid: 'true' }),
        ...(closesSoon && { closesWithin: soonDays }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** All jobs that the user manages in a club. */
export const clubJobs = (club: string): JobsSearch => ({
  list: 'managed',
  search: '',
  kind: null,
  club,
  isPaid: false,
  closesSoon: false,
});

/** The club that posts jobs, for its name. */
export const postingClub = (id: string) => callQuery(getClubLayout, { id });

export const jobQuery = (id: string) => callQuery(getJob, { id });
export const jobSearches = () => callQuery(listJobSearches, {});

/** Saves a job for the user, or removes it. */
export const setSaved = ({ id, isSaved }: Pick<JobItem, 'id' | 'isSaved'>) =>
  isSaved ? call(saveJob, { id }) : call(unsaveJob, { id });

/** The applications for a job, page by page. */
export const applicationPages = (id: string, state: ApplicationState | null) => ({
  queryKey: [listJobApplications, 'pages', id, state ?? ''] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listJobApplications,
      { id, ...(state !== null && { state }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

import {
  getEmployerAccount,
  getEmployerJob,
  listEmployerApplications,
  listEmployerJobs,
} from '#contract/employers/calls.ts';
import type { ApplicationState } from '#contract/jobs/limits.ts';
import { employerCall, employerQuery } from './employer-call.ts';

/** Calls to repeat after a job changes. */
export const staleOwnJobs = [listEmployerJobs, getEmployerJob] as const;

export const accountQuery = employerQuery(getEmployerAccount, {});
export const ownJobQuery = (id: string) => employerQuery(getEmployerJob, { id });

type Page = { nextCursor: string | null };
const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: Page) => last.nextCursor,
};
interface Asked {
  pageParam: string | null;
  signal: AbortSignal;
}
const cursorOf = (cursor: string | null) => cursor !== null && { cursor };

/** The employer's jobs, page by page. */
export const ownJobPages = () => ({
  queryKey: [listEmployerJobs, 'pages'] as const,
  queryFn: ({ pageParam, signal }: Asked) =>
    employerCall(listEmployerJobs, { ...cursorOf(pageParam) }, signal),
  ...pages,
});

/** The applications for one of the employer's jobs, page by page. */
export const ownApplicationPages = (id: string, state: ApplicationState | null) => ({
  queryKey: [listEmployerApplications, 'pages', id, state ?? ''] as const,
  queryFn: ({ pageParam, signal }: Asked) =>
    employerCall(
      listEmployerApplications,
      { id, ...(state !== null && { state }), ...cursorOf(pageParam) },
      signal,
    ),
  ...pages,
});

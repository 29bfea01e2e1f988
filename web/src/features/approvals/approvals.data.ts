import type { InputOf, ReplyOf } from '#contract/call.ts';
import type { SubmissionList } from '#contract/approvals/kinds.ts';
import {
  getSubmission,
  listProcesses,
  listSubmissions,
  updateProcess,
} from '#contract/approvals/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Calls to repeat after a submission changes. */
export const staleSubmission = [listSubmissions, getSubmission] as const;
export const staleProcess = [listProcesses] as const;

/** The submissions in one of a reviewer's lists, page by page. */
export const submissionPages = (list: SubmissionList) => ({
  queryKey: [listSubmissions, 'pages', list] as const,
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call(listSubmissions, { list, size: 30, ...(pageParam !== '' && { cursor: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
});

export const submissionQuery = (id: string) => callQuery(getSubmission, { id });

export const processesQuery = () => callQuery(listProcesses, {});
export type Processes = ReplyOf<typeof listProcesses>;

export const saveProcess = (process: InputOf<typeof updateProcess>) => call(updateProcess, process);

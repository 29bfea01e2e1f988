import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import type { SubmissionList } from '#contract/approvals/kinds.ts';
import { call, callQuery } from '../../lib/call.ts';

const listCall = 'GET /api/v1/approvals';
const submissionCall = 'GET /api/v1/approvals/{id}';
const processesCall = 'GET /api/v1/school/approval-processes';

/** What changes with a submission. */
export const staleSubmission = [listCall, submissionCall] as const;
export const staleProcess = [processesCall] as const;

/** Submissions of one of a reviewer's lists, page by page. */
export const submissionPages = (list: SubmissionList) => ({
  queryKey: [listCall, 'pages', list] as const,
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call(listCall, { list, size: 30, ...(pageParam !== '' && { cursor: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
});

export const submissionQuery = (id: string) => callQuery(submissionCall, { id });

export const processesQuery = () => callQuery(processesCall, {});
export type Processes = ReplyOf<typeof processesCall>;

export const saveProcess = (process: InputOf<'PUT /api/v1/school/approval-processes/{kind}'>) =>
  call('PUT /api/v1/school/approval-processes/{kind}', process);

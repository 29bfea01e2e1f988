import * as approvals from '#contract/approvals/endpoints.ts';
import type { ApprovalKind } from '../../kernel/feature.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { idOf } from '../../kernel/sql.ts';
import * as queries from './approvals.queries.ts';
import { canOf } from './approvals.rules.ts';
import { submissionRowView, submissionView } from './approvals.views.ts';
import { decide, readerOf, resubmit, seen, withdraw } from './submissions.ts';

/** Counted as waiting at most. */
const countedMax = 100;

/** `kinds`: of all features. */
export const approvalsHandlers = (kinds: readonly ApprovalKind[]) => {
  const view = async (call: Call, id: number) => {
    const { row, part } = await seen(call, kinds, id);
    return submissionView(row, part);
  };
  return [
    handle(approvals.listSubmissions, async (call, { list, cursor, size }) => {
      const reader = await readerOf(call);
      const after = readCursor<readonly [Date, number]>(cursor, ['time', 'number']);
      const [rows, waiting] = await Promise.all([
        queries.selectSubmissions(call.db, reader, list, after, size + 1),
        queries.countWaiting(call.db, reader, countedMax),
      ]);
      return {
        ...pageOfRows(rows, size, {
          view: submissionRowView,
          keyOf: (row) => [(list === 'decided' ? row.ended_at : row.waiting_since) ?? '', row.id],
        }),
        waiting,
        can: { manage: reader.isManager },
      };
    }),

    handle(approvals.getSubmission, (call, { id }) => view(call, idOf(id))),

    handle(approvals.decideSubmission, async (call, { id, ...decision }) => {
      const { row, kind } = await seen(call, kinds, idOf(id));
      await decide(call, kind, row, decision);
      return view(call, row.id);
    }),

    handle(approvals.commentSubmission, async (call, { id, text }) => {
      const { row, part } = await seen(call, kinds, idOf(id));
      if (!canOf(row, part).comment || !(await queries.lockOpenSubmission(call.db, row.id)))
        throw problem('submission_changed');
      await queries.insertEntry(call.db, call.schoolId, {
        submission: row.id,
        kind: 'comment',
        place: null,
        author: call.me.userId,
        text,
        now: call.now,
      });
      return view(call, row.id);
    }),

    handle(approvals.withdrawSubmission, async (call, { id, version }) => {
      const { row, part, kind } = await seen(call, kinds, idOf(id));
      if (!part.isSubmitter) throw problem('not_found');
      await withdraw(call, kind, row, version);
      return view(call, row.id);
    }),

    handle(approvals.resubmitSubmission, async (call, { id, version }) => {
      const { row, part, kind } = await seen(call, kinds, idOf(id));
      if (!part.isSubmitter) throw problem('not_found');
      await resubmit(call, kind, row, version);
      return view(call, row.id);
    }),
  ];
};

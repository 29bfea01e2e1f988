import * as approvals from '#contract/approvals/endpoints.ts';
import type { ApprovalKind } from '../../kernel/feature.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './approvals.queries.ts';
import { remindOf } from './reviewers/asking.ts';
import { canOf, type Part } from './approvals.rules.ts';
import { submissionRowView, submissionView } from './approvals.views.ts';
import { announceComment, decide, readerOf, resubmit, seen, withdraw } from './submissions.ts';

/** Maximum counted submissions. */
const countedMax = 100;

/** `kinds`: the kinds of all features. */
export const approvalsHandlers = (kinds: readonly ApprovalKind[]) => {
  /** Returns the submission after a move, which may have removed the caller's access. */
  const viewAfter = async (call: Call, id: number, part: Part) =>
    submissionView(
      orNotFound(await queries.selectSubmission(call.db, await readerOf(call), id)),
      part,
    );
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

    handle(approvals.getSubmission, async (call, { id }) => {
      const { row, part } = await seen(call, kinds, idOf(id));
      return submissionView(row, part);
    }),

    handle(approvals.decideSubmission, async (call, { id, ...decision }) => {
      const { row, part, kind } = await seen(call, kinds, idOf(id));
      await decide(call, kind, row, decision);
      return viewAfter(call, row.id, part);
    }),

    handle(approvals.commentSubmission, async (call, { id, clientId, text }) => {
      const { row, part } = await seen(call, kinds, idOf(id));
      const sent = { submission: row.id, author: call.me.userId };
      if (clientId !== undefined && (await queries.hasEntry(call.db, { ...sent, clientId })))
        return viewAfter(call, row.id, part);
      if (!canOf(row, part).comment || !(await queries.lockOpenSubmission(call.db, row.id)))
        throw problem('submission_changed');
      const entry = {
        submission: row.id,
        author: { id: call.me.userId, name: null },
        kind: 'comment',
        position: null,
        text,
        clientId,
        now: call.now,
      } as const;
      // The same call arrived twice at the same time.
      if (await queries.insertEntry(call.db, call.schoolId, entry))
        await announceComment(call, row);
      return viewAfter(call, row.id, part);
    }),

    handle(approvals.withdrawSubmission, async (call, { id, version }) => {
      const { row, part, kind } = await seen(call, kinds, idOf(id));
      if (!part.isSubmitter) throw problem('not_found');
      await withdraw(call, kind, row, version);
      return viewAfter(call, row.id, part);
    }),

    handle(approvals.remindReviewers, async (call, { id }) => {
      const { row, part } = await seen(call, kinds, idOf(id));
      if (!part.isSubmitter) throw problem('not_found');
      if (row.state !== 'submitted') throw problem('submission_changed');
      await remindOf(call, row);
      return viewAfter(call, row.id, part);
    }),

    handle(approvals.resubmitSubmission, async (call, { id, version }) => {
      const { row, part, kind } = await seen(call, kinds, idOf(id));
      if (!part.isSubmitter) throw problem('not_found');
      await resubmit(call, kind, row, version);
      return viewAfter(call, row.id, part);
    }),
  ];
};

import * as approvals from '#contract/approvals/endpoints.ts';
import type { ApprovalKind } from '../../../kernel/feature.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import * as queries from './processes.queries.ts';

/** Converts the process of a kind. Without changes by the school, it has no steps. */
const processView = (
  { kind, name, isOfClub }: ApprovalKind,
  row: queries.ProcessRow | undefined,
): approvals.ApprovalProcess => ({
  kind,
  name,
  isOfClub,
  reminderDays: row?.reminder_days ?? null,
  version: row?.version ?? 0,
  steps: (row?.steps ?? []).map((step) => ({
    name: step.name,
    reviewers: step.reviewers,
    people: step.people.map(faceView),
    role: step.role && { id: String(step.role.id), name: step.role.name },
  })),
});

/** `all`: the kinds of all features. */
export const processesHandlers = (all: readonly ApprovalKind[]) => {
  const kinds = all.filter(({ hasNoProcess }) => hasNoProcess !== true);
  return [
    handle(approvals.listProcesses, async ({ db }) => {
      const [rows, roles] = await Promise.all([
        queries.selectProcesses(
          db,
          kinds.map(({ kind }) => kind),
        ),
        queries.selectReviewerRoles(db),
      ]);
      const named = (wanted: 'school' | 'club') =>
        roles
          .filter(({ scope }) => scope === wanted)
          .map(({ id, name }) => ({ id: String(id), name }));
      return {
        items: kinds.map((one) =>
          processView(
            one,
            rows.find(({ kind }) => kind === one.kind),
          ),
        ),
        roles: named('school'),
        positions: named('club'),
      };
    }),

    handle(approvals.updateProcess, async (call, { kind: name, version, reminderDays, steps }) => {
      const { db, schoolId } = call;
      const kind = orNotFound(kinds.find((one) => one.kind === name));
      if (!(await queries.upsertProcess(db, schoolId, name, version, reminderDays)))
        throw problem('approval_process_changed');
      await queries.replaceSteps(
        db,
        schoolId,
        name,
        steps.map((step) => ({
          name: step.name,
          reviewers: step.reviewers,
          role: step.role === null ? null : idOf(step.role),
          people: step.people.map(idOf),
        })),
      );
      const [row] = await queries.selectProcesses(db, [name]);
      const view = processView(kind, row);
      const missing = view.steps.find(({ role, people }) => role === null && people.length === 0);
      if (missing !== undefined)
        throw problem('approval_reviewers_unknown', { step: missing.name });
      await record(call, 'approval_process_changed', {
        kind: name,
        steps: steps.map((step) => step.name),
      });
      return view;
    }),
  ];
};

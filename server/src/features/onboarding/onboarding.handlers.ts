import * as onboarding from '#contract/onboarding/endpoints.ts';
import { setupItems } from '#contract/onboarding/steps.ts';
import type { Call } from '../../kernel/handle.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import * as queries from './onboarding.queries.ts';
import { firstRunState, passedSteps } from './onboarding.rules.ts';

const firstRunOf = async ({ db, me }: Call): Promise<onboarding.FirstRun> => {
  const row = await queries.selectFirstRun(db, me.userId);
  if (row === undefined) throw problem('not_logged_in');
  return {
    state: firstRunState(row),
    passed: passedSteps(row),
    hasSetup: me.isAdmin && row.has_setup,
  };
};

const setupOf = async ({ db, schoolId }: Call): Promise<onboarding.SchoolSetup> => {
  const row = await queries.selectSetup(db, schoolId);
  return {
    items: setupItems.map((name) => ({
      name,
      isDone: row[name],
      isSkipped: !row[name] && row.skipped.includes(name),
    })),
    isEnded: row.is_ended,
  };
};

export const onboardingHandlers = [
  handle(onboarding.getFirstRun, async (call) => firstRunOf(call)),

  handle(onboarding.updateFirstRun, async (call, { passed = [], isEnded = false }) => {
    const before = await firstRunOf(call);
    if (before.state === 'none') return before;
    const { db, me, schoolId: school, now } = call;
    await queries.upsertFirstRun(db, { school, now }, me.userId, { passed, isEnded });
    return firstRunOf(call);
  }),

  handle(onboarding.getSchoolSetup, async (call) => setupOf(call)),

  handle(onboarding.updateSchoolSetup, async (call, { skipped, isEnded }) => {
    const before = await setupOf(call);
    await queries.upsertSetup(call.db, call.schoolId, {
      skipped: skipped ?? before.items.filter((one) => one.isSkipped).map(({ name }) => name),
      isEnded: isEnded ?? before.isEnded,
      now: call.now,
    });
    const after = await setupOf(call);
    if (after.isEnded !== before.isEnded)
      await record(call, 'setup_checklist_changed', {
        before: before.isEnded,
        after: after.isEnded,
      });
    return after;
  }),
];

import * as contract from '#contract/sessions/two-step.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { requireConfirmed } from '../../../kernel/security/confirmation.ts';
import { idOf, ok } from '../../../kernel/sql.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { hasAccount } from '../sessions.queries.ts';
import { deleteSignInMethods } from './second-factor-reset.ts';
import { selectPolicy, selectPolicyChoices, updatePolicy } from './two-step.queries.ts';

export const twoStepPolicyHandlers = [
  handle(contract.getTwoStepPolicy, async ({ db }) => ({
    ...(await selectPolicy(db)),
    choices: await selectPolicyChoices(db),
  })),

  handle(contract.updateTwoStepPolicy, async (call, policy) => {
    const { db, schoolId, now } = call;
    await requireConfirmed(call);
    await updatePolicy(db, schoolId, policy, now);
    const stored = await selectPolicy(db);
    const choices = await selectPolicyChoices(db);
    await record(call, 'two_step_policy_changed', {
      admins: stored.admins,
      everyone: stored.everyone,
      roles: choices.filter(({ id }) => stored.roles.includes(id)).map(({ name }) => name),
      graceDays: stored.graceDays,
    });
    return { ...stored, choices };
  }),

  handle(contract.resetSecondFactor, async (call, { uid }) => {
    const { db, me } = call;
    await requireConfirmed(call);
    const userId = idOf(uid);
    if (!(await hasAccount(db, userId))) throw problem('person_not_found');
    if (userId === me.userId) throw problem('own_account');
    if (!(await deleteSignInMethods(db, userId))) return ok;
    await record(call, 'account_access', { person: userId, act: 'two_step_reset' });
    await emit(call, 'two_step_changed', { userId, what: 'reset' });
    return ok;
  }),
];

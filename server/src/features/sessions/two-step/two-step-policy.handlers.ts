import * as contract from '#contract/sessions/two-step.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, ok } from '../../../kernel/sql.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { selectIdentity } from '../sessions.queries.ts';
import { deleteSignInMethods } from './second-factor-reset.ts';
import { selectPolicy, selectPolicyChoices, updatePolicy } from './two-step.queries.ts';

export const twoStepPolicyHandlers = [
  handle(contract.getTwoStepPolicy, async ({ db }) => ({
    ...(await selectPolicy(db)),
    choices: await selectPolicyChoices(db),
  })),

  handle(contract.updateTwoStepPolicy, async (call, policy) => {
    const { db, schoolId, now } = call;
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
    const person = await selectIdentity(db, idOf(uid));
    if (person === undefined) throw problem('person_not_found');
    if (person.id === me.userId) throw problem('own_account');
    if (person.is_admin && !me.isAdmin) throw problem('forbidden');
    await deleteSignInMethods(db, person.id);
    await record(call, 'account_access', { person: person.id, act: 'two_step_reset' });
    await emit(call, 'two_step_changed', { userId: person.id, what: 'reset' });
    return ok;
  }),
];

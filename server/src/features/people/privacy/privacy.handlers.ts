import { alwaysListed, openRule, profileFields } from '#contract/people/audiences.ts';
import type { ConnectionStatus } from '#contract/people/endpoints.ts';
import {
  updatePrivacy,
  updateStatus,
  getPrivacy,
  previewProfile,
  type Privacy,
} from '#contract/people/privacy.endpoints.ts';
import { type Context, memberOf } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { selectPerson } from '../people.queries.ts';
import { isVisiblePerson } from '../people.rules.ts';
import { viewContextOf, userView } from '../people.views.ts';
import { updateChoices, updatePersonStatus } from './privacy.queries.ts';
import { audienceOf, type Choice } from './privacy.rules.ts';

const privacyView = (context: Context, own: Choice & { is_suggested: boolean }): Privacy => {
  const rules = context.school.field_rules;
  return {
    isListed: own.is_listed,
    hasHold: own.has_hold,
    isSuggested: own.is_suggested,
    fields: profileFields.map((field) => {
      const rule = rules[field] ?? openRule;
      const choice = own.audiences[field] as Privacy['fields'][number]['choice'] | undefined;
      const audience = audienceOf(rules, field, own, alwaysListed.includes(field));
      return {
        field,
        choice: choice ?? null,
        default: rule.audience,
        isLocked: rule.isLocked,
        audience,
      };
    }),
  };
};

const ownRow = async (context: Context) => {
  const { userId } = memberOf(context);
  const row = await selectPerson(context.db, userId, userId);
  if (row === undefined) throw problem('not_logged_in');
  return row;
};

const viewer = { stranger: 'stranger', connection: 'known', adviser: 'known' } as const;

export const privacyHandlers = [
  handle(getPrivacy, async (call) => privacyView(call, await ownRow(call))),

  handle(updatePrivacy, async (call, { choices = {}, isSuggested }) => {
    const { userId } = call.me;
    for (const field of Object.keys(choices) as (keyof typeof choices)[]) {
      if (call.school.field_rules[field]?.isLocked) throw problem('field_locked', { name: field });
    }
    await updateChoices(call.db, userId, { choices, isSuggested }, call.now);
    await emit(call, 'privacy_changed', { userId });
    return privacyView(call, await ownRow(call));
  }),

  handle(previewProfile, async (call, input) => {
    const row = await ownRow(call);
    const as = viewer[input.as];
    if (!isVisiblePerson(row, as)) return { data: [] };
    const seen = userView({ ...viewContextOf(call), as }, row, [], 'full');
    const connectionStatus: ConnectionStatus =
      input.as === 'connection' && call.school.connect ? 1 : 0;
    return { data: { ...seen, connectionStatus, can: { ...seen.can, edit: false } } };
  }),

  handle(updateStatus, async (call, { uid, ...status }) => {
    const id = idOf(uid);
    const stored = await updatePersonStatus(call.db, id, status, call.now);
    if (stored === undefined) throw problem('person_not_found');
    await record(call, 'standing_changed', { person: id, ...status });
    return { hasHold: stored.has_hold, isAdviser: stored.is_advisor };
  }),
];

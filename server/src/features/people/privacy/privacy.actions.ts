import { alwaysListed, openRule, profileFields } from '#contract/audiences.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { changePrivacy, changeStanding, previewProfile, Privacy } from '#contract/privacy.ts';
import { record } from '../../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { selectPerson } from '../people.queries.ts';
import { isThere } from '../people.rules.ts';
import { lookOf, userView } from '../people.views.ts';
import { updateChoices, updateStanding } from './privacy.queries.ts';
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

/** Who sees which field of the caller's profile. */
export const readPrivacy = async (context: Context): Promise<Privacy> =>
  privacyView(context, await ownRow(context));

/** Chooses who sees which field of the caller's profile. */
export const changeOwnPrivacy = async (
  context: Context,
  { choices = {}, isSuggested }: HandlerInput<typeof changePrivacy>,
): Promise<Privacy> => {
  const { userId } = memberOf(context);
  for (const field of Object.keys(choices) as (keyof typeof choices)[]) {
    if (context.school.field_rules[field]?.isLocked) throw problem('field_locked', { name: field });
  }
  await updateChoices(context.db, userId, { choices, isSuggested }, context.clock.now());
  await emit(context, 'privacy_changed', { userId });
  return privacyView(context, await ownRow(context));
};

const eyes = { stranger: 'stranger', connection: 'known', adviser: 'known' } as const;

/** The caller's profile as others see it. */
export const previewOwnProfile = async (
  context: Context,
  input: HandlerInput<typeof previewProfile>,
): Promise<Reply<typeof previewProfile>> => {
  const row = await ownRow(context);
  const as = eyes[input.as];
  if (!isThere(row, as)) return { data: [] };
  const seen = userView({ ...lookOf(context), as }, row, [], 'full');
  const connectionStatus = input.as === 'connection' && context.school.connect ? 1 : 0;
  return { data: { ...seen, connectionStatus, can: { ...seen.can, edit: false } } };
};

/** Sets what the school says of a person. */
export const changePersonStanding = async (
  context: Context,
  { uid, ...standing }: HandlerInput<typeof changeStanding>,
): Promise<Reply<typeof changeStanding>> => {
  const id = personId(uid);
  const stored =
    id === null ? undefined : await updateStanding(context.db, id, standing, context.clock.now());
  if (stored === undefined || id === null) throw problem('person_not_found');
  await record(context, 'standing_changed', { person: id, ...standing });
  return { hasHold: stored.has_hold, isAdviser: stored.is_adviser };
};

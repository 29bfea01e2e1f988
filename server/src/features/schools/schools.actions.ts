import type { FieldRules } from '#contract/audiences.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { changeFieldRules } from '#contract/privacy.ts';
import type { SchoolLayout } from '#contract/schools.ts';
import { record } from '../../kernel/audit.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { refused } from '../../kernel/problem.ts';
import { updateFieldRules, updateLayout } from './schools.queries.ts';

/** The school's audiences of profile fields. */
export const readFieldRules = async ({ school }: Context): Promise<{ rules: FieldRules }> => ({ rules: school.field_rules });

/** Sets the school's audiences of profile fields. Entries are not rewritten: the rules are applied where they are read. */
export const replaceFieldRules = async (
  context: Context,
  { rules }: HandlerInput<typeof changeFieldRules>,
): Promise<{ rules: FieldRules }> => {
  if (!memberOf(context).isAdmin) throw refused('forbidden');
  // The schema has no field without its rule; partialRecord's type cannot say so.
  const given = rules as FieldRules;
  await updateFieldRules(context.db, context.school.school_id, given);
  await record(context, 'field_rules_changed', { before: context.school.field_rules, after: given });
  return { rules: given };
};

/** Sets which parts of the shell the school has; pages that are open have them with their next load. */
export const replaceLayout = async (context: Context, given: SchoolLayout): Promise<SchoolLayout> => {
  if (!memberOf(context).isAdmin) throw refused('forbidden');
  const { topBar, slideOut } = given;
  await updateLayout(context.db, context.school.school_id, { topBar, slideOut });
  await record(context, 'layout_changed', { before: context.school.layout, after: { topBar, slideOut } });
  return { topBar, slideOut };
};

import type { FieldRules } from '#contract/audiences.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { changeAnalytics } from '#contract/analytics.ts';
import type { changeFieldRules } from '#contract/privacy.ts';
import type { changeMessaging, SchoolLayout, SessionLimits } from '#contract/schools.ts';
import type { changeSchoolSharing } from '#contract/sharing.ts';
import { record } from '../../kernel/security/audit.ts';
import { type Context } from '../../kernel/context.ts';
import { shortenSessions } from '../sessions/sessions.queries.ts';
import { countPublicProfiles } from '../sharing/sharing.queries.ts';
import {
  updateAnalytics,
  updateFieldRules,
  updateLayout,
  updateMessaging,
  updateSessionLimits,
  updateSharing,
} from './schools.queries.ts';

/** The school's audiences of profile fields. */
export const readFieldRules = async ({ school }: Context): Promise<{ rules: FieldRules }> => ({
  rules: school.field_rules,
});

/** Sets the school's audiences of profile fields. Entries are not rewritten: the rules are applied where they are read. */
export const replaceFieldRules = async (
  context: Context,
  { rules }: HandlerInput<typeof changeFieldRules>,
): Promise<{ rules: FieldRules }> => {
  // The schema has no field without its rule; partialRecord's type cannot say so.
  const given = rules as FieldRules;
  await updateFieldRules(context.db, context.school.school_id, given);
  await record(context, 'field_rules_changed', {
    before: context.school.field_rules,
    after: given,
  });
  return { rules: given };
};

/** Whether people of the school may show themselves to anybody, and how many do. */
export const readSchoolSharing = async ({
  school,
  db,
}: Context): Promise<Reply<typeof changeSchoolSharing>> => ({
  isOn: school.share_mode,
  isIndexed: school.share_indexed,
  people: school.share_mode ? await countPublicProfiles(db) : 0,
});

/** Switches public profiles and links on or off. What people chose is kept, and holds again when it is on again. */
export const changeSharingOfSchool = async (
  context: Context,
  after: HandlerInput<typeof changeSchoolSharing>,
): Promise<Reply<typeof changeSchoolSharing>> => {
  const { school, db } = context;
  await updateSharing(db, school.school_id, after);
  await record(context, 'sharing_changed', {
    before: { isOn: school.share_mode, isIndexed: school.share_indexed },
    after,
  });
  return { ...after, people: after.isOn ? await countPublicProfiles(db) : 0 };
};

/** Whose script counts visits at the school. */
export const readAnalytics = async ({
  school,
}: Context): Promise<Reply<typeof changeAnalytics>> => ({ settings: school.analytics });

/** Sets that up, or switches it off. */
export const replaceAnalytics = async (
  context: Context,
  { settings }: HandlerInput<typeof changeAnalytics>,
): Promise<Reply<typeof changeAnalytics>> => {
  await updateAnalytics(context.db, context.school.school_id, settings);
  await record(context, 'analytics_changed', {
    before: context.school.analytics?.address ?? null,
    after: settings?.address ?? null,
  });
  return { settings };
};

const limitsOf = ({ school }: Pick<Context, 'school'>): SessionLimits => ({
  idleMinutes: school.session_idle_minutes,
  hours: school.session_hours,
});

/** How long people of the school stay signed in. */
export const readSessionLimits = async (context: Context): Promise<SessionLimits> =>
  limitsOf(context);

/** Sets that. What is shorter holds for living sessions at once, the admin's own too; what is longer from their next use on. */
export const replaceSessionLimits = async (
  context: Context,
  after: SessionLimits,
): Promise<SessionLimits> => {
  await updateSessionLimits(context.db, context.school.school_id, after);
  await shortenSessions(context.db, after, context.clock.now());
  await record(context, 'session_limits_changed', { before: limitsOf(context), after });
  return after;
};

/** Sets which parts of the shell the school has; pages that are open have them with their next load. */
export const replaceLayout = async (
  context: Context,
  given: SchoolLayout,
): Promise<SchoolLayout> => {
  const { topBar, slideOut } = given;
  await updateLayout(context.db, context.school.school_id, { topBar, slideOut });
  await record(context, 'layout_changed', {
    before: context.school.layout,
    after: { topBar, slideOut },
  });
  return { topBar, slideOut };
};

/** Sets whether Message opens chat outside a host's frame too; pages that are open have it with their next load. Who may: those who run the campus. */
export const replaceMessaging = async (
  context: Context,
  { messageStandalone }: HandlerInput<typeof changeMessaging>,
): Promise<Reply<typeof changeMessaging>> => {
  await updateMessaging(context.db, context.school.school_id, messageStandalone);
  await record(context, 'message_standalone_changed', {
    before: context.school.message_standalone,
    after: messageStandalone,
  });
  return { messageStandalone };
};

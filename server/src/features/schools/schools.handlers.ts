import { updateAnalytics, getAnalytics } from '#contract/schools/analytics.endpoints.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import { updateFieldRules, getFieldRules } from '#contract/people/privacy.endpoints.ts';
import * as schools from '#contract/schools/endpoints.ts';
import { readSchoolColor, readSchoolName } from '#contract/schools/identity.ts';
import { updateSchoolSharing, getSchoolSharing } from '#contract/sharing/endpoints.ts';
import type { SchoolRow } from '../../kernel/context.ts';
import { paperOf } from '../../kernel/documents/paper.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { record } from '../../kernel/security/audit.ts';
import { definedOnly } from '../../kernel/sql.ts';
import { shortenSessions } from '../sessions/sessions.queries.ts';
import { countPublicProfiles } from '../sharing/sharing.queries.ts';
import * as queries from './schools.queries.ts';
import { schoolView } from './schools.views.ts';

const sharingOf = (school: SchoolRow) => ({
  isOn: school.share_mode,
  isIndexed: school.share_indexed,
});

const limitsOf = (school: SchoolRow): schools.SessionLimits => ({
  idleMinutes: school.session_idle_minutes,
  hours: school.session_hours,
});

const identityOf = async ({ db, school, schoolId }: Call): Promise<schools.SchoolIdentity> => ({
  name: school.name,
  color: school.color,
  locale: school.locale,
  timeZone: await queries.selectTimeZone(db, schoolId),
});

export const schoolsHandlers = [
  // The request was already resolved to the school, so this needs no query.
  handleWithoutTransaction(schools.getSchool, async ({ school }) => schoolView(school)),

  handle(getFieldRules, async ({ school }) => ({ rules: school.field_rules })),

  // Stored fields aren't rewritten, because queries apply the rules.
  handle(updateFieldRules, async (call, { rules }) => {
    // The schema requires a rule for every field, which the type of partialRecord can't express.
    const after = rules as FieldRules;
    await queries.updateFieldRules(call.db, call.schoolId, after);
    await record(call, 'field_rules_changed', { before: call.school.field_rules, after });
    return { rules: after };
  }),

  handle(getSchoolSharing, async ({ db, school, schoolId, now }) => ({
    ...sharingOf(school),
    people: school.share_mode ? await countPublicProfiles(db) : 0,
    ...(await queries.selectPageSharing(db, schoolId, now)),
  })),

  // People's own settings stay, and apply again if the school turns sharing on again.
  handle(updateSchoolSharing, async (call, { areClubsOn, areEventsOn, ...after }) => {
    const { db, school, schoolId, now } = call;
    const before = await queries.selectPageSharing(db, schoolId, now);
    await queries.updateSharing(db, schoolId, {
      ...after,
      areClubsOn: areClubsOn ?? before.areClubsOn,
      areEventsOn: areEventsOn ?? before.areEventsOn,
    });
    const pages = await queries.selectPageSharing(db, schoolId, now);
    const switches = (of: typeof pages) => ({
      areClubsOn: of.areClubsOn,
      areEventsOn: of.areEventsOn,
    });
    await record(call, 'sharing_changed', {
      before: { ...sharingOf(school), ...switches(before) },
      after: { ...after, ...switches(pages) },
    });
    return { ...after, people: after.isOn ? await countPublicProfiles(db) : 0, ...pages };
  }),

  handle(getAnalytics, async ({ school }) => ({ settings: school.analytics })),

  handle(updateAnalytics, async (call, { settings }) => {
    await queries.updateAnalytics(call.db, call.schoolId, settings);
    await record(call, 'analytics_changed', {
      before: call.school.analytics?.address ?? null,
      after: settings?.address ?? null,
    });
    return { settings };
  }),

  handle(schools.getSchoolIdentity, async (call) => identityOf(call)),

  // Open pages get the new name and color with their next load.
  handle(schools.updateSchoolIdentity, async (call, change) => {
    const before = await identityOf(call);
    // Only the given values are written, so that two admins who change different ones don't overwrite each other.
    const columns = definedOnly({
      name: change.name === undefined ? undefined : (readSchoolName(change.name) ?? before.name),
      color:
        change.color === undefined ? undefined : (readSchoolColor(change.color) ?? before.color),
      locale: change.locale,
      time_zone: change.timeZone,
    });
    if (Object.keys(columns).length === 0) return before;
    const { time_zone: timeZone, ...values } = await queries.updateIdentity(
      call.db,
      call.schoolId,
      columns,
    );
    const after: schools.SchoolIdentity = { ...values, timeZone };
    await record(call, 'school_identity_changed', { before, after });
    return after;
  }),

  // Open pages get the layout with their next load.
  handle(schools.updateLayout, async (call, { topBar, slideOut }) => {
    const after = { topBar, slideOut };
    await queries.updateLayout(call.db, call.schoolId, after);
    await record(call, 'layout_changed', { before: call.school.layout, after });
    return after;
  }),

  handle(schools.updatePaper, async (call, { paper }) => {
    await queries.updatePaper(call.db, call.schoolId, paper);
    const before = paperOf(call.school);
    const after = paperOf({ ...call.school, paper });
    await record(call, 'paper_changed', { before, after });
    return { paper: after };
  }),

  handle(schools.updateProfiles, async (call, { profileGroups: after }) => {
    await queries.updateProfileGroups(call.db, call.schoolId, after);
    await record(call, 'profile_groups_changed', { before: call.school.profile_groups, after });
    return { profileGroups: after };
  }),

  handle(schools.updateMessaging, async (call, { messageStandalone: after }) => {
    await queries.updateMessaging(call.db, call.schoolId, after);
    const before = call.school.message_standalone;
    await record(call, 'message_standalone_changed', { before, after });
    return { messageStandalone: after };
  }),

  handle(schools.getSessionLimits, async ({ school }) => limitsOf(school)),

  // Shorter limits apply to valid sessions immediately, including the admin's own. Longer ones apply from their next
  // use.
  handle(schools.updateSessionLimits, async (call, after) => {
    await queries.updateSessionLimits(call.db, call.schoolId, after);
    await shortenSessions(call.db, after, call.now);
    await record(call, 'session_limits_changed', { before: limitsOf(call.school), after });
    return after;
  }),
];

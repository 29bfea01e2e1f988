import * as announcements from '#contract/announcements/endpoints.ts';
import type { ManagedAnnouncement } from '#contract/announcements/endpoints.ts';
import { announcementLimits } from '#contract/announcements/limits.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { Context } from '../../kernel/context.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './announcements.queries.ts';
import { canUpdate, isSpan } from './announcements.rules.ts';
import { announcementView, managedAnnouncementView } from './announcements.views.ts';

type Settings = Omit<InputOf<'POST /api/v1/school/announcements'>, 'clientId'>;

/** Converts the input to columns. Throws if the times are inconsistent. */
const columnsOf = (sent: Settings): queries.AnnouncementColumns => {
  const columns = {
    text: sent.text,
    link_url: sent.link?.url ?? null,
    link_label: sent.link?.label ?? null,
    kind: sent.kind,
    account_types: sent.accountTypes,
    starts_at: new Date(sent.startsAt),
    ends_at: new Date(sent.endsAt),
  };
  if (!isSpan(columns)) throw problem('announcement_times', { days: announcementLimits.days });
  return columns;
};

const detail = ({ id, text }: queries.AnnouncementRow) => ({ announcement: String(id), text });

/** Creates an announcement for staff and for the school's programs. */
const createAnnouncement = async (
  context: Pick<Context, 'db' | 'school' | 'clock' | 'actor'>,
  { clientId, ...settings }: InputOf<'POST /api/v1/school/announcements'>,
): Promise<ManagedAnnouncement> => {
  const { db, school, clock } = context;
  const now = clock.now();
  const before = await queries.selectAnnouncementByClient(db, clientId);
  if (before !== undefined) return managedAnnouncementView(before, now);
  await checkQuota(db, 'announcements', announcementLimits.each, 'too_many_announcements');
  const row = await queries.insertAnnouncement(db, school.school_id, columnsOf(settings), clientId);
  // The same call arrived twice at the same time.
  if (row === undefined) {
    const first = orNotFound(await queries.selectAnnouncementByClient(db, clientId));
    return managedAnnouncementView(first, now);
  }
  await record(context, 'announcement_changed', { ...detail(row), act: 'added' });
  return managedAnnouncementView(row, now);
};

export const announcementsHandlers = [
  handle(announcements.listAnnouncements, async ({ db, me, now }) => ({
    items: (await queries.selectShown(db, me.userId, now)).map(announcementView),
  })),

  handle(announcements.dismissAnnouncement, async ({ db, schoolId, me, now }, { id }) => {
    if (!(await queries.upsertDismissal(db, schoolId, me.userId, idOf(id), now)))
      throw problem('not_found');
    return ok;
  }),

  handle(announcements.listManagedAnnouncements, async ({ db, now }) => ({
    items: (await queries.selectAnnouncements(db)).map((row) => managedAnnouncementView(row, now)),
  })),

  handle(announcements.createAnnouncement, (call, input) => createAnnouncement(call, input)),
  handle(announcements.announceFromProgram, (call, input) => createAnnouncement(call, input)),

  handle(announcements.updateAnnouncement, async (call, { id, version, ...settings }) => {
    const { db, now } = call;
    const before = orNotFound(await queries.selectAnnouncement(db, idOf(id)));
    if (!canUpdate(before, now)) throw problem('announcement_ended');
    const row = await queries.updateAnnouncement(db, before.id, version, columnsOf(settings));
    if (row === undefined) throw problem('announcement_changed');
    await record(call, 'announcement_changed', { ...detail(row), act: 'changed' });
    return managedAnnouncementView(row, now);
  }),

  handle(announcements.deleteAnnouncement, async (call, { id }) => {
    const row = orNotFound(await queries.deleteAnnouncement(call.db, idOf(id)));
    await record(call, 'announcement_changed', { ...detail(row), act: 'deleted' });
    return ok;
  }),
];

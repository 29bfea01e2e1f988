import type { Announcement, ManagedAnnouncement } from '#contract/announcements/endpoints.ts';
import { accountTypes } from '#contract/people/account-kinds.ts';
import type { AnnouncementRow } from './announcements.queries.ts';
import { canUpdate, stateOf } from './announcements.rules.ts';

/** Converts an announcement for its audience. */
export const announcementView = (row: AnnouncementRow): Announcement => ({
  id: String(row.id),
  text: row.text,
  link:
    row.link_url === null || row.link_label === null
      ? null
      : { url: row.link_url, label: row.link_label },
  kind: row.kind === 'warning' ? 'warning' : 'info',
});

/** Converts an announcement for people who manage announcements. */
export const managedAnnouncementView = (row: AnnouncementRow, now: Date): ManagedAnnouncement => ({
  ...announcementView(row),
  accountTypes: accountTypes.filter((one) => row.account_types.includes(one)),
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  version: row.version,
  state: stateOf(row, now),
  can: { update: canUpdate(row, now), delete: true },
});

import type { Acts } from '#contract/audit-kinds.ts';
import { clubLimits, type ClubAnswer, type ClubLabelList } from '#contract/clubs/limits.ts';
import { feature } from '../../kernel/feature.ts';
import { clubNotifications } from './notifications/club-notifications.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import type { Room } from '../../kernel/live/live.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { memberOf } from '../../kernel/context.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import { deletePositionsIn } from '../roles/positions/positions.queries.ts';
import { clubsHandlers } from './clubs.handlers.ts';
import { deleteClubsBefore, selectClubFiles } from './clubs.queries.ts';
import { deleteOldLinks, joiningHandlers } from './joining/joining.handlers.ts';
import { deleteOldAnswers } from './membership/questions.ts';
import { labelsHandlers } from './labels/labels.handlers.ts';
import { listingHandlers } from './listing/listing.handlers.ts';
import { membershipHandlers } from './membership/membership.handlers.ts';
import { deleteClubsOf, personalData, selectClubIdsOf } from './membership/membership.queries.ts';
import { clubReports, moderationHandlers } from './moderation/moderation.handlers.ts';
import { publicPageHandlers } from './public-page/public-page.handlers.ts';
import { suggestedHandlers } from './suggested/suggested.handlers.ts';
import { deleteOldRosters, rostersHandlers } from './rosters/rosters.handlers.ts';
import { clubPicturesHandlers } from './pictures/pictures.handlers.ts';

/** A change of a person's status in a club. `by`: the person who made it. `isQuiet`: officers aren't notified. */
interface ClubPersonEvent {
  club: number;
  user: number;
  /** Missing in events from servers of older versions. */
  by?: number;
  isQuiet?: true;
}

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A person joined, left, requested to join, or got a position. */
    club_joined: ClubPersonEvent;
    club_left: ClubPersonEvent;
    club_requested: ClubPersonEvent;
    club_officer_added: ClubPersonEvent;
    /** A club was deleted a day ago, at `deletedAt`. An admin may have restored it since then, and deleted it again. */
    club_deleted: { club: number; deletedAt: string };
    /** People were accepted, rejected or invited. `by` decided. */
    club_answered: { club: number; name: string; kind: ClubAnswer; people: number[]; by: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    club_changed: {
      club: string;
      name: string;
      act: Acts['club_changed'];
      fields?: readonly string[];
      /** Missing in entries from before values were recorded. */
      before?: ChangedValues['before'];
      after?: ChangedValues['after'];
    };
    club_members_changed: {
      club: string;
      name: string;
      act: Acts['club_members_changed'];
      people: readonly number[];
      /** Name of the assigned position. Null if it was removed. */
      position?: string | null;
    };
    club_label_changed: {
      label: string;
      list: ClubLabelList;
      name: string;
      act: Acts['club_label_changed'];
    };
    club_note_added: { club: string; name: string };
  }
}

/** Removes clubs for good that were deleted long enough ago, with their positions and pictures. */
const deleteOldClubs: MaintenanceTask = async (db, now, school) => {
  const before = new Date(now.getTime() - clubLimits.restoreDays * 86_400_000);
  const rows = await deleteClubsBefore(db, before);
  if (rows.length === 0) return 0;
  await deletePositionsIn(
    db,
    rows.map(({ id }) => id),
  );
  const names = rows
    .flatMap(({ logo, cover }) => [logo, cover])
    .filter((name): name is string => name !== null);
  if (names.length > 0) await insertEvent(db, school, null, 'files_dropped', { names });
  return rows.length;
};

/** Sockets of people who join receive the club's events immediately, and of people who leave no longer. */
const clubsSources = [
  liveSource('club_joined', ({ club, user }) => [{ person: user, into: `club:${club}` }]),
  liveSource('club_left', ({ club, user }) => [
    { person: user, outOf: `club:${club}` },
    { person: user, outOf: `readers:${club}` },
  ]),
];

export const clubsFeature = feature({
  name: 'clubs',
  jobs: clubNotifications,
  erase: deleteClubsOf,
  personalData,
  handlers: [
    ...clubsHandlers,
    ...listingHandlers,
    ...membershipHandlers,
    ...joiningHandlers,
    ...publicPageHandlers,
    ...suggestedHandlers,
    ...labelsHandlers,
    ...clubPicturesHandlers,
    ...rostersHandlers,
    ...moderationHandlers,
  ],
  maintenance: [deleteOldClubs, deleteOldRosters, deleteOldLinks, deleteOldAnswers],
  liveRooms: async (context) =>
    (await selectClubIdsOf(context.db, memberOf(context).userId)).map((id): Room => `club:${id}`),
  liveSources: clubsSources,
  fileReferences: [selectClubFiles],
  reportTargets: [clubReports],
});

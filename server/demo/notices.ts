import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import {
  insertItems,
  lockLists,
  updateCounters,
  type NotificationTarget,
} from '#server/features/notifications/notify/delivery-log.queries.ts';
import {
  defaultOf,
  planOf,
  type Plan,
} from '#server/features/notifications/notifications.rules.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { insertInvited, selectNoticeSubjects } from './demo.queries.ts';

const hourMs = 3_600_000;

/** Returns the default deliveries of a key. Emails and push notifications count as sent. */
export const deliveredPlans = (key: NotificationKey, now: Date): Plan[] =>
  (['in_app', 'mobile', 'email'] as const).map((platform) => {
    const plan = planOf(
      platform,
      { byDefault: defaultOf(key, platform), school: null, isCategoryOn: true, own: null },
      { zone: 'UTC', quiet: null, mailFrequency: 'daily', hasDevice: false, hasAddress: true },
      now,
    );
    return plan.state === 'waiting'
      ? { ...plan, state: 'sent' as const, reason: null, dueAt: null }
      : plan;
  });

interface Notice {
  readonly key: NotificationKey;
  readonly kind: NotificationKind;
  readonly hoursAgo: number;
  readonly actors: readonly number[];
  readonly target?: NotificationTarget;
  readonly conversation?: number;
  readonly about?: { readonly title: string; readonly path: string };
}

/** Adds notifications from today about clubs, events, messages, posts and courses, so that lists show several types. */
export const addNotices = async ({
  db,
  school,
  now,
}: {
  db: Db;
  school: SchoolId;
  now: Date;
}): Promise<void> => {
  const ids = await selectIdsByUsername(db, ['ana', 'ben', 'officer']);
  for (const me of ids.values()) {
    const found = await selectNoticeSubjects(db, me, now);
    if (found === undefined) continue;
    const { club, event, conversation, liked, comment, work } = found;
    if (club)
      await insertInvited(db, school, {
        club: club.id,
        user: me,
        at: new Date(now.getTime() - 5 * hourMs),
      });
    const notices: (Notice | null)[] = [
      liked && {
        key: 'general.postLikes',
        kind: 'post_liked',
        hoursAgo: 27,
        actors: liked.actors,
        target: { kind: 'post', id: liked.id },
      },
      work && {
        key: 'academic.assignmentDueDates',
        kind: 'course_work_near',
        hoursAgo: 9,
        actors: [],
        about: { title: work.title, path: `/edu/${work.section}?tab=assignments` },
      },
      comment && {
        key: 'general.commentsOnCommentedPosts',
        kind: 'post_commented',
        hoursAgo: 7,
        actors: [comment.actor],
        target: { kind: 'post', id: comment.id },
      },
      club && {
        key: 'general.approvals',
        kind: 'club_invited',
        hoursAgo: 5,
        actors: [club.actor],
        target: { kind: 'club', id: club.id },
        about: { title: club.name, path: `/clubs/${club.id}` },
      },
      event && {
        key: 'general.events',
        kind: 'event_invited',
        hoursAgo: 2,
        actors: [event.actor],
        target: { kind: 'event', id: event.id },
        about: { title: event.title, path: `/events/${event.id}` },
      },
      conversation && {
        key: 'general.chat',
        kind: 'message_written',
        hoursAgo: 1,
        actors: [conversation.actor],
        conversation: conversation.id,
      },
    ];
    await lockLists(db, school, [me], null);
    for (const notice of notices) {
      if (notice === null) continue;
      const { key, kind, hoursAgo, actors, target = null, conversation: of = null } = notice;
      const at = new Date(now.getTime() - hoursAgo * hourMs);
      await insertItems(db, school, { key, group: 0, kind, target, now: at }, [
        {
          user: me,
          collapseKey: `${kind}:demo`,
          actors,
          conversation: of,
          ...(notice.about && { about: notice.about }),
          isListed: true,
          plans: deliveredPlans(key, now),
        },
      ]);
      await updateCounters(db, [{ user: me, added: 1 }]);
    }
  }
};

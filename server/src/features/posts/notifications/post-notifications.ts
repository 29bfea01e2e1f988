import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventsTogether, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { newlyMentioned } from '../posts.rules.ts';
import {
  notifyOfEvents,
  noActor,
  notifiedAtOnce,
  notifyPeople,
  filterReachable,
} from '../../notifications/notify/notify.ts';
import * as queries from './post-notifications.queries.ts';

/** Returns the settings and notification types for a post, and whether each is for officers. */
const wordsOf = ({
  kind,
  club_id: club,
  is_as_club: isAsClub,
}: queries.NotifiedPost): readonly {
  key: NotificationKey;
  kind: NotificationKind;
  officers?: boolean;
}[] => {
  if (kind === 'topic') return [];
  if (club === 0) return [{ key: 'general.schoolFeedPosts', kind: 'school_posted' }];
  if (kind === 'post')
    return [{ key: 'member.postsOnGroupFeed', kind: isAsClub ? 'club_announced' : 'club_posted' }];
  // A post in the club's name doesn't reveal its author, not even to officers.
  const created = isAsClub ? 'news_posted' : 'news_created';
  return [
    { key: 'officer.newsCreated', kind: created, officers: true },
    { key: 'member.postsOnNews', kind: 'news_posted', officers: false },
  ];
};

/** A post, or a comment below one, that mentions people. */
interface Naming {
  readonly post: queries.NotifiedPost;
  readonly comment?: number;
  readonly actor: number;
  readonly people: readonly number[];
}

/**
 * Notifies the people mentioned in a post or comment, if they can see it and haven't turned off mentions. People who turned them off are
 * notified about the post or comment like everyone else. A post in the club's name doesn't reveal its author.
 */
const notifyNamed = async (
  scope: Scope,
  event: number,
  { post, comment, actor, people }: Naming,
): Promise<void> => {
  const key = 'general.commentsOnCommentedPosts';
  const club = post.is_as_club && comment === undefined ? post.club_id : 0;
  const users = await transact(scope, async (context) =>
    filterReachable(
      context,
      key,
      await queries.selectPresent(
        context.db,
        people.filter((one) => one !== actor),
      ),
      club,
    ),
  );
  await notifyPeople(
    scope,
    users,
    { actor, event },
    {
      key,
      kind:
        comment !== undefined
          ? 'comment_mentioned'
          : post.is_as_club
            ? 'club_mentioned'
            : 'post_mentioned',
      condition: queries.seesPost(post.id, { byClub: post.is_as_club && comment === undefined }),
      collapseKey: comment === undefined ? `named:${post.id}` : `named:${post.id}:comments`,
      club,
      target: { kind: 'post', id: post.id },
    },
  );
};

/** Notifies people who are mentioned in a post or comment since its last edit. */
const onMention = async (
  scope: Scope,
  { id: event, payload }: OutboxEvent<'people_mentioned'>,
): Promise<void> => {
  const read = await transact(scope, async ({ db }) => {
    const post = await queries.selectNotifiedPost(db, payload.post, scope.clock.now());
    const comment =
      payload.comment === null ? null : await queries.selectNotifiedComment(db, payload.comment);
    return post === undefined || comment === undefined ? undefined : { post, comment };
  });
  if (read === undefined) return;
  const { post, comment } = read;
  await notifyNamed(scope, event, {
    post,
    people: payload.people,
    actor: comment?.author_id ?? post.author_id,
    ...(payload.comment !== null && { comment: payload.comment }),
  });
};

/** Notifies everyone who has a new post in their feed, in batches. */
const onPost = async (
  scope: Scope,
  { id: event, payload }: OutboxEvent<'post_published'>,
): Promise<void> => {
  const read = <T>(ask: (db: Parameters<typeof queries.selectNotifiedPost>[0]) => Promise<T>) =>
    transact(scope, ({ db }) => ask(db));
  const post = await read((db) => queries.selectNotifiedPost(db, payload.post, scope.clock.now()));
  // The post was rescheduled. The new time has a separate event.
  if (post === undefined || post.published_at.toISOString() !== payload.at) return;
  // Notify mentioned people first. An event notifies each person only once, so they get no second notification.
  const named = { post, actor: post.author_id, people: newlyMentioned(post.text) };
  await notifyNamed(scope, event, named);
  for (const { key, kind, officers } of wordsOf(post)) {
    const isNews = post.kind === 'article';
    let after = 0;
    for (;;) {
      const window = { after, size: notifiedAtOnce, ...(officers !== undefined && { officers }) };
      const users = await read((db) => queries.selectAudience(db, post, window));
      if (users.length === 0) break;
      await notifyPeople(
        scope,
        users,
        { actor: post.author_id, event },
        {
          key,
          kind,
          condition: queries.seesPost(post.id, { byClub: post.is_as_club }),
          // Unread notifications about posts in one club or feed are combined. Each news article has a separate notification.
          collapseKey: isNews ? `news:${post.id}` : `${kind}:${post.club_id}`,
          club: post.club_id,
          target: { kind: 'post', id: post.id },
          // A post for the whole school writes one row per person, even after many earlier posts.
          ...(post.club_id === 0 && { repeat: 'collapse' }),
        },
      );
      after = users.at(-1) ?? after;
    }
  }
};

/** Notifies the person who last set the time of a scheduled post, or else its author, that it couldn't be published. */
const onUnpublished = async (
  scope: Scope,
  { id: event, payload: { post, at } }: OutboxEvent<'post_unpublished'>,
): Promise<void> => {
  const row = await transact(scope, ({ db }) => queries.selectUnpublished(db, post, at));
  const user = row?.scheduled_by ?? row?.author_id;
  if (row === undefined || user == null) return;
  await notifyPeople(
    scope,
    [user],
    { actor: noActor, event },
    {
      key: 'general.scheduledPosts',
      kind: 'post_unpublished',
      condition: queries.isStillUnpublished(post, at),
      collapseKey: `unpublished:${post}`,
      repeat: 'replace',
      club: user === row.author_id ? 0 : (row.club_id ?? 0),
    },
  );
};

/** Notifies a post's author and everyone who commented on it about a new comment. */
const onComment = async (
  scope: Scope,
  { id: event, payload }: OutboxEvent<'comment_written'>,
): Promise<void> => {
  const read = await transact(scope, async ({ db }) => {
    const comment = await queries.selectNotifiedComment(db, payload.comment);
    const post = await queries.selectNotifiedPost(db, payload.post, scope.clock.now());
    if (comment === undefined || post === undefined) return undefined;
    return {
      post,
      actor: comment.author_id,
      named: newlyMentioned(comment.text),
      users: await queries.selectCommenters(db, post.id, comment.author_id),
    };
  });
  if (read === undefined) return;
  const { post, actor, named, users } = read;
  await notifyNamed(scope, event, { post, comment: payload.comment, actor, people: named });
  const isTopic = post.kind === 'topic';
  await notifyPeople(
    scope,
    users.toSorted((a, b) => a - b),
    { actor, event },
    {
      key: isTopic ? 'member.commentsOnForumPost' : 'general.commentsOnCommentedPosts',
      kind: isTopic ? 'topic_commented' : 'post_commented',
      // Only members have this setting, so only members are notified.
      condition: queries.seesPost(post.id, { isMember: isTopic && post.club_id !== 0 }),
      collapseKey: `comments:${post.id}`,
      club: isTopic ? post.club_id : 0,
      target: { kind: 'post', id: post.id },
    },
  );
};

type LikeEvent = OutboxEvent<'post_liked' | 'comment_liked'>;

/** Returns the liked comment, or the liked post if the event has no comment. */
const likedBy = ({ payload }: LikeEvent) =>
  'comment' in payload
    ? ({ kind: 'comment', id: payload.comment } as const)
    : ({ kind: 'post', id: payload.post } as const);

/** Notifies the author about simultaneous likes of one post or comment, in one notification with other likes. */
const onLikesOfOne = async (scope: Scope, events: readonly LikeEvent[]): Promise<void> => {
  const [first] = events;
  if (first === undefined) return;
  const { kind, id } = likedBy(first);
  const liked = await transact(scope, ({ db }) => queries.selectLiked(db, kind, id));
  const userEvents = events.flatMap(({ id: event, payload: { by: actor } }) =>
    liked === undefined || liked.author_id === actor
      ? []
      : [{ user: liked.author_id, actor, event }],
  );
  if (liked === undefined || userEvents.length === 0) return;
  await notifyOfEvents(scope, userEvents, {
    key: kind === 'post' ? 'general.postLikes' : 'general.commentLikes',
    kind: kind === 'post' ? 'post_liked' : 'comment_liked',
    condition: queries.stillLikes(kind, id, liked.post_id),
    collapseKey: `likes:${kind}:${id}`,
    club: 0,
    target: { kind: 'post', id: liked.post_id },
  });
};

/** Notifies authors about likes of their posts and comments. */
const onLikes = async (scope: Scope, events: readonly LikeEvent[]): Promise<void> => {
  const set = events.filter(({ payload }) => payload.isOn);
  for (const some of Map.groupBy(set, (event) => likedBy(event).id).values())
    await onLikesOfOne(scope, some);
};

export const postNotifications = [
  // One post can notify thousands of people.
  onEventWithNumber('posts.notify', 'post_published', onPost, { timeoutSeconds: 900 }),
  onEventWithNumber('posts.notify-unpublished', 'post_unpublished', onUnpublished),
  onEventWithNumber('posts.notify-mention', 'people_mentioned', onMention),
  onEventWithNumber('posts.notify-comment', 'comment_written', onComment),
  onEventsTogether('posts.notify-post-like', 'post_liked', onLikes),
  onEventsTogether('posts.notify-comment-like', 'comment_liked', onLikes),
];

import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { newlyMentioned } from '../../posts/posts.rules.ts';
import { lockListsThere } from '../delivery-log/delivery-log.queries.ts';
import {
  newsFor,
  notifyNews,
  reached,
  takeOut,
  type NotificationSource,
} from '../delivery-log/notify.ts';
import * as queries from './post-items.queries.ts';

/** People who are told in one transaction: few enough that their own calls do not wait for it. */
const notifiedAtOnce = 500;

type Notice = Pick<
  NotificationSource,
  'condition' | 'key' | 'kind' | 'fold' | 'group' | 'target' | 'isQuiet'
>;

/** Tells people, in their order, what one person did. */
const notifyPeople = async (
  scope: Scope,
  users: readonly number[],
  { actor, event }: { actor: number; event: number },
  what: Notice,
): Promise<void> => {
  for (let from = 0; from < users.length; from += notifiedAtOnce)
    await notifyNews(scope, newsFor(users.slice(from, from + notifiedAtOnce), actor, event), what);
};

/** The key under which a post is told, to whom, and how it is said. */
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
  // What a club says in its own name names its author to nobody, also not to its officers.
  const created = isAsClub ? 'news_posted' : 'news_created';
  return [
    { key: 'officer.newsCreated', kind: created, officers: true },
    { key: 'member.postsOnNews', kind: 'news_posted', officers: false },
  ];
};

/** What somebody is named in: a post, or a comment below one. */
interface Naming {
  readonly post: queries.NotifiedPost;
  readonly comment?: number;
  readonly actor: number;
  readonly people: readonly number[];
}

/**
 * Tells people that they were named, if they see where, and if it reaches them: whoever has switched that off hears of the post or
 * comment like others. What a club says in its own name names nobody who wrote it.
 */
const notifyNamed = async (
  scope: Scope,
  event: number,
  { post, comment, actor, people }: Naming,
): Promise<void> => {
  const key = 'general.commentsOnCommentedPosts';
  const group = post.is_as_club && comment === undefined ? post.club_id : 0;
  const users = await transact(scope, async (context) =>
    reached(
      context,
      key,
      await queries.selectPresent(
        context.db,
        people.filter((one) => one !== actor),
      ),
      group,
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
      fold: comment === undefined ? `named:${post.id}` : `named:${post.id}:comments`,
      group,
      target: { kind: 'post', id: post.id },
    },
  );
};

/** A post or comment was edited and names people whom it did not name before. */
export const onMention = async (
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

/** A post was published: whoever has it in their feed is told, thousands of people a few at a time. */
export const onPost = async (
  scope: Scope,
  { id: event, payload }: OutboxEvent<'post_published'>,
): Promise<void> => {
  const read = <T>(ask: (db: Parameters<typeof queries.selectNotifiedPost>[0]) => Promise<T>) =>
    transact(scope, ({ db }) => ask(db));
  const post = await read((db) => queries.selectNotifiedPost(db, payload.post, scope.clock.now()));
  // Set for another time since: that time has an event of its own.
  if (post === undefined || post.published_at.toISOString() !== payload.at) return;
  // First those who are named: who hears that hears nothing else of it, since each event is told once.
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
          // Posts of one place come together as long as nobody has looked; news stand by themselves.
          fold: isNews ? `news:${post.id}` : `${kind}:${post.club_id}`,
          group: post.club_id,
          target: { kind: 'post', id: post.id },
          // A post for the whole school writes one row a person, however many came before it.
          isQuiet: post.club_id === 0,
        },
      );
      after = users.at(-1) ?? after;
    }
  }
};

/** A comment was written: whoever wrote the post or commented on it is told. */
export const onComment = async (
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
      users: await queries.selectTalkers(db, post.id, comment.author_id),
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
      // A key of members, which nobody else can switch off.
      condition: queries.seesPost(post.id, { isMember: isTopic && post.club_id !== 0 }),
      fold: `comments:${post.id}`,
      group: isTopic ? post.club_id : 0,
      target: { kind: 'post', id: post.id },
    },
  );
};

type LikeEvent = OutboxEvent<'post_liked' | 'comment_liked'>;

/** What was liked: a comment, or without one the post. */
const likedBy = ({ payload }: LikeEvent) =>
  'comment' in payload
    ? ({ kind: 'comment', id: payload.comment } as const)
    : ({ kind: 'post', id: payload.post } as const);

/** Likes of one post or comment: its author is told, once for all that came at one moment, together with others who like it. */
const onLikesOfOne = async (scope: Scope, events: readonly LikeEvent[]): Promise<void> => {
  const [first] = events;
  if (first === undefined) return;
  const { kind, id } = likedBy(first);
  const liked = await transact(scope, ({ db }) => queries.selectLiked(db, kind, id));
  const news = events.flatMap(({ id: event, payload: { by: actor } }) =>
    liked === undefined || liked.author_id === actor
      ? []
      : [{ user: liked.author_id, actor, event }],
  );
  if (liked === undefined || news.length === 0) return;
  await notifyNews(scope, news, {
    key: kind === 'post' ? 'general.postLikes' : 'general.commentLikes',
    kind: kind === 'post' ? 'post_liked' : 'comment_liked',
    condition: queries.stillLikes(kind, id, liked.post_id),
    fold: `likes:${kind}:${id}`,
    group: 0,
    target: { kind: 'post', id: liked.post_id },
  });
};

/** Posts or comments were liked. */
export const onLikes = async (scope: Scope, events: readonly LikeEvent[]): Promise<void> => {
  const set = events.filter(({ payload }) => payload.isOn);
  for (const some of Map.groupBy(set, (event) => likedBy(event).id).values())
    await onLikesOfOne(scope, some);
};

/** Somebody joined a club, wants to, or became an officer: the other officers are told, without the one who made it so. */
export const onClubPerson = async (
  scope: Scope,
  {
    id: event,
    kind,
    payload: { club, user, by = user, isQuiet },
  }: OutboxEvent<'club_joined' | 'club_requested' | 'club_officer_added'>,
): Promise<void> => {
  if (isQuiet === true) return;
  // Requests are for those who may answer them.
  const permission = kind === 'club_requested' ? 'clubs.manage_members' : null;
  const officers = await transact(scope, ({ db }) =>
    queries.selectClubOfficers(db, club, { without: [user, by], permission }),
  );
  const says = {
    club_joined: ['officer.newMember', 'member_joined', queries.isStillInClub(club, 'member')],
    club_requested: [
      'officer.newMemberRequiresValidation',
      'member_requested',
      queries.isStillInClub(club, 'requested'),
    ],
    club_officer_added: ['officer.newOfficer', 'officer_added', queries.isStillOfficer(club)],
  } as const;
  const [key, said, condition] = says[kind];
  await notifyPeople(
    scope,
    officers.toSorted((a, b) => a - b),
    { actor: user, event },
    {
      key,
      kind: said,
      condition,
      fold: `${said}:${club}`,
      group: club,
      target: { kind: 'club', id: club },
    },
  );
};

/** After one officer answers a request to join, the other officers don't need to. */
export const onClubRequestsAnswered = async (
  scope: Scope,
  { payload: { club, kind, people } }: OutboxEvent<'club_answered'>,
): Promise<void> => {
  if (kind !== 'club_accepted' && kind !== 'club_declined') return;
  await transact(scope, async (context) => {
    const officers = await queries.selectClubOfficers(context.db, club, {
      without: [],
      permission: 'clubs.manage_members',
    });
    if (officers.length === 0) return;
    await lockListsThere(context.db, officers);
    await takeOut(
      context,
      officers.flatMap((user) => people.map((actor) => ({ user, actor }))),
      [`member_requested:${club}`],
      'read',
    );
  });
};

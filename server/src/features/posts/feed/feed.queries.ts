import { sql, type RawBuilder } from 'kysely';
import { postLimits, type FeedPart } from '#contract/posts/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import {
  isInFeed,
  withFeeds,
  withReader,
  type FeedSource,
  type PostReader,
} from '../reader/post-reader.queries.ts';
import { scheduledOf } from '../scheduled/scheduled.queries.ts';
import {
  fromPosts,
  isUnreadTopic,
  postColumns,
  type FeedCursor,
  type PostRow,
} from '../posts.queries.ts';

interface FeedPage {
  readonly after: FeedCursor | null;
  readonly size: number;
  readonly isNews: boolean;
}

/** A post of a page, with the reader's last visit. All columns of the post are null if there is no post. */
interface FeedRow extends PostRow {
  is_separate: boolean;
  visited_at: Date | null;
  scheduled: number;
}
interface NoFeedRow {
  id: null;
  visited_at: Date | null;
  scheduled: number;
}

/** A page of a feed. The first page also has the pinned post and the reader's last visit. */
interface FeedRows {
  readonly posts: PostRow[];
  readonly pinned: PostRow | undefined;
  readonly visitedAt: Date | null;
  /** Number of scheduled posts. Only on the first page. */
  readonly scheduled: number;
}

/**
 * Returns the posts of a feed without the pinned one, newest first. The posts of a page of n posts belong to at most n
 * clubs: those with the latest posts. So the query reads one post per club first, and only n clubs for the posts that
 * are newer than the oldest of these n.
 */
export const selectFeed = async (
  db: Db,
  reader: PostReader,
  from: FeedSource,
  { after, size, isNews }: FeedPage,
): Promise<FeedRows> => {
  const kind = isNews ? sql`p.kind = 'article'` : sql`p.kind <> 'topic'`;
  const isHere = isNews ? sql`p.club_id = feeds.feed_id` : sql`p.feed_id = feeds.feed_id`;
  const here = from.kind === 'club' ? from.club : 0;
  const before =
    after === null
      ? sql``
      : sql`and (p.published_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`;
  const newest = (limit: number, since = sql``) => sql`
      select p.published_at, p.id from posts p
      where ${isHere} and p.deleted_at is null and ${kind} and p.pinned_at is null ${before} ${since} and ${isInFeed(reader)}
      order by p.published_at desc, p.id desc limit ${sql.lit(limit)}`;
  const heads = sql`latest as materialized (
      select feeds.*, head.published_at from feeds cross join lateral (${newest(1)}) as head
      order by head.published_at desc, head.id desc limit ${sql.lit(size)}
    ), oldest as materialized (
      select case when count(*) = ${sql.lit(size)} then min(published_at) else '-infinity' end as published_at from latest
    ),`;
  // The query doesn't need to select clubs if there is only one.
  const hasMany = from.kind === 'home' || from.kind === 'clubs';
  const own = hasMany
    ? sql`latest as feeds cross join lateral (${newest(size, sql`and p.published_at >= (select published_at from oldest)`)})`
    : sql`feeds cross join lateral (${newest(size)})`;
  const pinned =
    after === null && !isNews
      ? sql`union all (select p.published_at, p.id, true from feeds join posts p on p.feed_id = feeds.feed_id
        where feeds.feed_id = ${here} and p.pinned_at is not null and p.deleted_at is null and p.kind <> 'topic' and ${isInFeed(reader)})`
      : sql``;
  const visited =
    after === null
      ? sql`(select visited_at from post_visits
        where user_id = ${reader.viewer} and feed_id = ${here} and part = ${isNews ? 'news' : 'feed'})`
      : sql`null::timestamptz`;
  const scheduled =
    after === null
      ? sql`(select least(count(*), ${postLimits.unread})::int from (${scheduledOf(reader, from.kind === 'club' ? from.club : null)}) as w)`
      : sql`0`;
  const rows = await many(
    db,
    sql<FeedRow | NoFeedRow>`
    with ${withReader(reader)}, ${withFeeds(reader, from)},
    ${hasMany ? heads : sql``} page as materialized (
      (select own.*, false as is_separate from ${own} as own
      order by own.published_at desc, own.id desc limit ${sql.lit(size)}) ${pinned}
    )
    select listed.*, visit.visited_at, visit.scheduled from (select ${visited} as visited_at, ${scheduled} as scheduled) as visit left join (
      select ${postColumns(reader, false)}, page.is_separate from page join ${fromPosts} on p.id = page.id
    ) as listed on true order by listed.published_at desc, listed.id desc`,
  );
  const posts = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return {
    posts: posts.filter((row) => !row.is_separate),
    pinned: posts.find((row) => row.is_separate),
    visitedAt: rows[0]?.visited_at ?? null,
    scheduled: rows[0]?.scheduled ?? 0,
  };
};

interface TopicPage {
  readonly after: FeedCursor | null;
  readonly size: number;
  readonly isPinned: boolean;
  readonly search: string;
  readonly only: 'unread' | 'unsolved' | undefined;
}

/** Returns the topics of a club's forum, last active first. */
export const selectTopics = (
  db: Db,
  reader: PostReader,
  club: number,
  { after, size, isPinned, search, only }: TopicPage,
): Promise<PostRow[]> =>
  many(
    db,
    sql<PostRow>`with ${withReader(reader)}, ${withFeeds(reader, { kind: 'club', club })}, page as materialized (
      select p.id, p.active_at from feeds join posts p on p.club_id = feeds.feed_id
      where p.deleted_at is null and p.kind = 'topic' and (p.pinned_at is not null) = ${isPinned} and ${isInFeed(reader)}
        ${after === null ? sql`` : sql`and (p.active_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
        ${search === '' ? sql`` : sql`and not exists (select from unnest(search_words(${search})) as w (word) where not exists (select from unnest(search_words(p.title || ' ' || p.text)) as n (word) where starts_with(n.word, w.word)))`}
        ${only === 'unsolved' ? sql`and p.solved_at is null` : sql``}
        ${only === 'unread' ? sql`and ${isUnreadTopic(reader)}` : sql``}
      order by p.active_at desc, p.id desc limit ${sql.lit(size)}
    )
    select ${postColumns(reader, false)} from page join ${fromPosts} on p.id = page.id order by page.active_at desc, page.id desc`,
  );

export const upsertVisit = (
  db: Db,
  { school, me, now }: { school: SchoolId; me: number; now: Date },
  feed: number,
  part: FeedPart,
) =>
  sql`insert into post_visits (school_id, user_id, feed_id, part, visited_at) values (${school}, ${me}, ${feed}, ${part}, ${now})
    on conflict (school_id, user_id, feed_id, part) do update set visited_at = excluded.visited_at`.execute(
    db,
  );

/**
 * Returns the number of new posts in each part of a club since the reader's last visit, up to a limit. The first visit
 * counts from the day on which they joined. People read topics one by one, so this counts unread topics among the
 * latest ones.
 */
const newIn = (reader: PostReader, club: RawBuilder<unknown>) => {
  const since = (part: FeedPart) => sql`(select coalesce(
          (select v.visited_at from post_visits v where v.user_id = ${reader.viewer} and v.feed_id = ${club} and v.part = ${part}),
          (select m.since from club_members m where m.user_id = ${reader.viewer} and m.club_id = ${club} and m.status = 'member'), 'infinity'))`;
  const limit = sql.lit(postLimits.unread);
  const newer = (part: FeedPart, kind: string) => sql`(select count(*)::int from (
      select from posts p where p.club_id = feeds.feed_id and p.deleted_at is null and ${sql.raw(kind)} and ${isInFeed(reader)}
        and (p.author_id is null or p.author_id <> ${reader.viewer}) and p.published_at > ${since(part)}
      limit ${limit}) as n)`;
  // Only the latest topics are counted. Otherwise the query would look up every topic for people who read all of them.
  const topics = sql`(select count(*)::int from (
      select p.id, p.active_at from posts p where p.club_id = feeds.feed_id and p.deleted_at is null and p.kind = 'topic' and ${isInFeed(reader)}
        and p.active_at > ${since('forum')}
      order by p.active_at desc, p.id desc limit ${limit}) as p where ${isUnreadTopic(reader)})`;
  return {
    feed: newer('feed', `p.kind = 'post'`),
    forum: topics,
    news: newer('news', `p.kind = 'article'`),
  };
};

/** Returns the reader's clubs with new posts, and their numbers. */
export const selectUnreadClubs = (db: Db, reader: PostReader) => {
  const { feed, forum, news } = newIn(reader, sql`feeds.feed_id`);
  return many(
    db,
    sql<{
      club: number;
      count: number;
    }>`with ${withReader(reader)}, ${withFeeds(reader, { kind: 'clubs' })},
    counted as materialized (select feeds.feed_id as club, ${feed} + ${forum} + ${news} as count from feeds)
    select club, count from counted where count > 0 order by club`,
  );
};

/** Returns the number of new posts in each part of a club since the reader's last visit. */
export const selectUnread = async (
  db: Db,
  reader: PostReader,
  club: number,
): Promise<Record<FeedPart, number>> => {
  const { feed, forum, news } = newIn(reader, sql`${club}::bigint`);
  return (
    (await first(
      db,
      sql<
        Record<FeedPart, number>
      >`with ${withReader(reader)}, ${withFeeds(reader, { kind: 'club', club })}
      select ${feed} as feed, ${forum} as forum, ${news} as news from feeds`,
    )) ?? { feed: 0, forum: 0, news: 0 }
  );
};

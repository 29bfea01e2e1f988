import * as posts from '#contract/posts/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { readableClub, viewerOf } from '../post-access.ts';
import { readerOf, type FeedSource, type PostReader } from '../reader/post-reader.queries.ts';
import { selectPostingClub, type FeedCursor } from '../posts.queries.ts';
import { postView } from '../posts.views.ts';
import * as queries from './feed.queries.ts';

const noUnread = { feed: 0, forum: 0, news: 0 };

const sourceOf = ({ scope, club }: HandlerInput<typeof posts.listFeed>): FeedSource =>
  scope === 'club' ? { kind: 'club', club: idOf(club ?? '') } : { kind: scope };

/** Throws `posts_members_only` if the caller can't read the posts of the feed's club. */
const checkReads = async (call: Call, reader: PostReader, from: FeedSource): Promise<void> => {
  if (from.kind === 'club') await readableClub(call, reader, from.club);
};

export const feedHandlers = [
  handle(posts.listFeed, async (call, input) => {
    const { cursor, size, kind } = input;
    const after = readCursor<FeedCursor>(cursor, ['time', 'number']);
    const from = sourceOf(input);
    const reader = readerOf(call);
    const isNews = kind === 'article';
    const page = { after, size: size + 1, isNews };
    const {
      posts: rows,
      pinned,
      visitedAt,
      scheduled,
    } = await queries.selectFeed(call.db, reader, from, page);
    // An empty feed can mean that the caller can't read the club's posts, so this needs a check.
    if (rows.length === 0 && pinned === undefined) await checkReads(call, reader, from);
    const viewer = viewerOf(call);
    return {
      ...pageOfRows(rows, size, {
        view: (row) => postView(viewer, row),
        keyOf: (row) => [row.published_at, row.id],
      }),
      pinned: pinned === undefined ? null : postView(viewer, pinned),
      visitedAt: visitedAt?.toISOString() ?? null,
      scheduled,
    };
  }),

  handle(posts.visitFeed, async (call, { club, part }) => {
    const reader = readerOf(call);
    const feed = club === undefined ? 0 : (await readableClub(call, reader, idOf(club))).id;
    const { schoolId: school, me, now } = call;
    await queries.upsertVisit(call.db, { school, me: me.userId, now }, feed, part);
    return ok;
  }),

  handle(posts.listUnreadClubs, async (call) => {
    const rows = await queries.selectUnreadClubs(call.db, readerOf(call));
    return { items: rows.map(({ club, count }) => ({ club: String(club), count })) };
  }),

  handle(posts.listTopics, async (call, { id, cursor, size, search = '', only }) => {
    const after = readCursor<FeedCursor>(cursor, ['time', 'number']);
    const reader = readerOf(call);
    const club = idOf(id);
    const narrowed = { search, only };
    const [, rows, pinned] = await Promise.all([
      readableClub(call, reader, club),
      queries.selectTopics(call.db, reader, club, {
        ...narrowed,
        after,
        size: size + 1,
        isPinned: false,
      }),
      after === null
        ? queries.selectTopics(call.db, reader, club, {
            ...narrowed,
            after,
            size: 20,
            isPinned: true,
          })
        : [],
    ]);
    const viewer = viewerOf(call);
    return {
      ...pageOfRows(rows, size, {
        view: (row) => postView(viewer, row),
        keyOf: (row) => [row.active_at, row.id],
      }),
      pinned: pinned.map((row) => postView(viewer, row)),
    };
  }),

  handle(posts.readClubPosting, async (call, { id }) => {
    const reader = readerOf(call);
    const [row, unread] = await Promise.all([
      selectPostingClub(call.db, reader, idOf(id), true),
      queries.selectUnread(call.db, reader, idOf(id)),
    ]);
    const found = orNotFound(row);
    const writes = found.is_active && (found.is_member || found.publishes) && found.reads;
    return {
      can: {
        read: found.reads,
        post: writes && (found.posts_by === 'members' || found.publishes),
        startTopic: writes,
        publish: found.is_active && found.publishes,
        moderate: found.moderates,
      },
      tags: found.publishes ? found.tags : [],
      unread: found.is_member ? unread : noUnread,
    };
  }),
];

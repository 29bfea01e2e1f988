import * as posts from '#contract/posts/scheduled.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import {
  limitRate,
  payloadOf,
  readableClub,
  readPublishTime,
  seenPost,
  viewerOf,
} from '../post-access.ts';
import type { FeedCursor } from '../posts.queries.ts';
import { canReschedule, repostingError } from '../posts.rules.ts';
import { postView } from '../posts.views.ts';
import { readerOf } from '../reader/post-reader.queries.ts';
import { publishPost, readPublishFailure } from './publishing.ts';
import { lockDuePost, selectScheduled, updateTime } from './scheduled.queries.ts';

export const scheduledHandlers = [
  handle(posts.listScheduledPosts, async (call, { club, cursor, size }) => {
    const after = readCursor<FeedCursor>(cursor, ['time', 'number']);
    const reader = readerOf(call);
    const clubId = club === undefined ? null : (await readableClub(call, reader, idOf(club))).id;
    const rows = await selectScheduled(call.db, reader, clubId, { after, size: size + 1 });
    const viewer = viewerOf(call);
    return {
      ...pageOfRows(rows, size, {
        view: (row) => postView(viewer, row),
        keyOf: (row) => [row.published_at, row.id],
      }),
      count: rows[0]?.count ?? 0,
    };
  }),

  handle(posts.schedulePost, async (call, { id, publishAt }) => {
    const { db, me, now } = call;
    await limitRate(call, 'edit');
    const row = await seenPost(call, idOf(id));
    const isOwn = row.author_id === me.userId;
    if (!isOwn && row.club?.publishes !== true && !row.is_staff) throw problem('forbidden');
    if (!row.is_scheduled && row.published_at <= now) throw problem('post_published');
    const refused = isOwn ? repostingError(row) : null;
    if (refused !== null) throw problem(refused);
    if (!canReschedule(me.userId, row)) throw problem('forbidden');
    const at = publishAt === null ? now : readPublishTime(call, publishAt);
    if (!(await updateTime(db, row.id, { at, by: me.userId, now })))
      throw problem('post_published');
    const due = { ...payloadOf(row), at: at.toISOString() };
    if (publishAt === null) {
      // A post is published only while its author can post it, even if someone else publishes it.
      const reason = await readPublishFailure(
        call,
        orNotFound(await lockDuePost(db, row.id, due.at)),
      );
      if (reason !== null)
        throw problem(reason === 'inactive' ? 'club_inactive' : 'post_author_left');
    }
    if (publishAt === null) await publishPost(call, due, row.is_hidden);
    else await emit(call, 'post_due', due, at);
    return postView(viewerOf(call), await seenPost(call, row.id));
  }),
];

import * as likes from '#contract/posts/likes.endpoints.ts';
import * as posts from '#contract/posts/endpoints.ts';
import { handle, handleBatch } from '../../../kernel/handle.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { seenPost } from '../post-access.ts';
import type { FeedCursor } from '../posts.queries.ts';
import { readerOf } from '../reader/post-reader.queries.ts';
import { likePosts } from './like.ts';
import { selectKnownLikers, selectLikers } from './likes.queries.ts';

export const likesHandlers = [
  handleBatch(posts.likePost, likePosts(true), () => undefined),
  handleBatch(posts.unlikePost, likePosts(false), () => undefined),

  handle(likes.listLikers, async (call, { id, cursor, size }) => {
    const after = readCursor<FeedCursor>(cursor, ['time', 'number']);
    const reader = readerOf(call);
    const { id: post } = await seenPost(call, idOf(id), reader);
    const rows = await selectLikers(call.db, reader, post, { after, size: size + 1 });
    return pageOfRows(rows, size, {
      view: (row) => faceView(row),
      keyOf: (row) => [row.liked_at, row.id],
    });
  }),

  handle(likes.listKnownLikers, async (call, { posts }) => {
    const rows = await selectKnownLikers(call.db, readerOf(call), posts.map(idOf));
    return {
      items: rows.map(({ post, people }) => ({
        post: String(post),
        people: people.map((one) => faceView(one)),
      })),
    };
  }),
];

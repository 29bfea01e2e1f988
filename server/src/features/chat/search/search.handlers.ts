import { searchMessages } from '#contract/chat/messages.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { readCursor, writeCursor } from '../../../kernel/page.ts';
import { idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { selectListed } from '../chat.queries.ts';
import { messageViewerOf } from '../chat.views.ts';
import { selectFaces, selectHidden, selectMessagesAt } from '../messages/messages.queries.ts';
import { messageView } from '../messages/messages.views.ts';
import { countRateLimit } from '../rate-limits.ts';
import { type FoundCursor, selectFound } from './search.queries.ts';

const pageSize = 30;

export const searchHandlers = [
  handle(searchMessages, async (call, input) => {
    const { me, db } = call;
    await countRateLimit(call, 'search');
    const after = readCursor<FoundCursor>(input.after, ['time', 'number', 'number']);
    // The database stores positions with 32 bits.
    if (after !== null && after[2] !== (after[2] | 0)) throw problem('bad_cursor');
    const conversation = input.conversation === undefined ? null : idOf(input.conversation);
    const found = await selectFound(db, me.userId, input.words, {
      conversation,
      after,
      limit: pageSize + 1,
    });
    const page = found.slice(0, pageSize);
    const [rows, conversations, hidden] = await Promise.all([
      selectMessagesAt(
        db,
        page.map((row) => ({ conversation: row.conversation_id, seq: row.seq })),
      ),
      selectListed(db, me.userId, [...new Set(page.map((row) => row.conversation_id))]),
      selectHidden(db, me.userId),
    ]);
    const faces = await selectFaces(db, [...new Set(rows.map((row) => row.author_id))]);
    const items = page.flatMap(({ conversation_id: id, seq }) => {
      const [row, place] = [
        rows.find((one) => one.conversation_id === id && one.seq === seq),
        conversations.find((one) => one.id === id),
      ];
      const author = faces.find((one) => one.id === row?.author_id);
      if (row === undefined || place === undefined || author === undefined) return [];
      return [
        {
          message: messageView(call, row, messageViewerOf(place, hidden)),
          name: place.name,
          people: (place.people ?? []).map(faceView),
          author: faceView(author),
        },
      ];
    });
    const last = page.at(-1);
    const next =
      found.length > pageSize && last !== undefined
        ? writeCursor([last.sent_at, last.conversation_id, last.seq])
        : null;
    return { items, next };
  }),
];

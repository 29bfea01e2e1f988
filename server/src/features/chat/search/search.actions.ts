import { idOf } from '../../../kernel/sql.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { searchMessages } from '#contract/messages.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { faceView } from '../../people/people.views.ts';
import { selectListed } from '../chat.queries.ts';
import { eyesOf } from '../chat.views.ts';
import { selectFaces, selectHidden, selectMessagesAt } from '../messages/messages.queries.ts';
import { messageView } from '../messages/messages.views.ts';
import { countPace } from '../pace.ts';
import { selectFound, type FoundCursor } from './search.queries.ts';

const pageSize = 30;

const writeFound = ({ sentAt, conversation, seq }: FoundCursor): string =>
  Buffer.from(`${sentAt.getTime()}.${conversation}.${seq}`).toString('base64url');

const readFound = (text: string): FoundCursor => {
  const [, at, conversation, seq] =
    /^(\d{1,15})\.(\d{1,16})\.(\d{1,10})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const sentAt = new Date(Number(at));
  if (at === undefined || Number.isNaN(sentAt.getTime())) throw problem('bad_cursor');
  return { sentAt, conversation: Number(conversation), seq: Number(seq) };
};

/** Finds messages of one's own conversations by the beginnings of their words. */
export const search = async (
  context: Context,
  input: HandlerInput<typeof searchMessages>,
): Promise<Reply<typeof searchMessages>> => {
  const me = memberOf(context);
  await countPace(context, 'search');
  const { db } = context;
  const after = input.after === undefined ? undefined : readFound(input.after);
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
        message: messageView(context, row, eyesOf(place, hidden)),
        name: place.name,
        people: (place.people ?? []).map(faceView),
        author: faceView(author),
      },
    ];
  });
  const last = page.at(-1);
  const next =
    found.length > pageSize && last !== undefined
      ? writeFound({ sentAt: last.sent_at, conversation: last.conversation_id, seq: last.seq })
      : null;
  return { items, next };
};

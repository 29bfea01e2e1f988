import { editMinutes, reactionsMax } from '#contract/chat/limits.ts';
import type { Reply } from '#contract/endpoint.ts';
import { deleteMessage, editMessage, reactToMessage } from '#contract/chat/messages.endpoints.ts';
import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { found, idOf } from '../../../kernel/sql.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { holdConversations, type PlaceRow, selectPlace } from '../chat.queries.ts';
import { canManage, isVisible, sendPermissionIn } from '../chat.rules.ts';
import { messageViewerOf } from '../chat.views.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';
import { announce } from './announcing.ts';
import { answerTo } from './answer.ts';
import { countChange } from './changes.queries.ts';
import {
  selectChangeable,
  selectEmojis,
  updateDeleted,
  updateMessageChange,
  updateReaction,
  updateText,
} from './editing.queries.ts';
import { asEmoji, cleanText, firstLink, mentionedIn } from './message-text.ts';
import { selectHidden, selectMessagesAt } from './messages.queries.ts';
import { canStillEdit, codeOf, deletionBy } from './messages.rules.ts';
import { messageView } from './messages.views.ts';

/** The message as it is after a change, as the caller sees it; and everybody is told. */
const told = async (
  context: Context,
  me: Member,
  place: Pick<PlaceRow, 'id' | 'first_seq' | 'left_seq' | 'shows_receipts'>,
  seq: number,
  change: number,
): Promise<Reply<typeof editMessage>> => {
  const touched = await announce(context, place.id, change);
  const row = found(
    touched?.messages.find((one) => one.seq === seq) ??
      (await selectMessagesAt(context.db, [{ conversation: place.id, seq }]))[0],
  );
  return messageView(
    context,
    row,
    messageViewerOf(place, await selectHidden(context.db, me.userId)),
  );
};

export const editingHandlers = [
  handle(editMessage, async (call, input) => {
    const { db, now } = call;
    await countPace(call, 'change');
    const { me, place } = await ownPlace(call, input.conversation, { hold: true });
    // New words are words: a request that waits says no more than it did.
    const permission = sendPermissionIn(me, call.school.connect, place);
    if ('denied' in permission) throw problem(codeOf[permission.denied]);
    const row = await selectChangeable(db, place.id, input.seq);
    if (row === undefined || input.seq < place.first_seq) throw problem('not_found');
    if (row.author_id !== me.userId || row.is_deleted || row.is_event) throw problem('forbidden');
    if (!canStillEdit(row.sent_at, now)) throw problem('chat_too_late', { minutes: editMinutes });
    const text = cleanText(input.text);
    if (text === '' && row.file_count === 0) throw problem('chat_empty');
    if (text === row.text) {
      const [same] = await selectMessagesAt(db, [{ conversation: place.id, seq: input.seq }]);
      return answerTo(call, me, place, found(same));
    }
    const link = firstLink(text);
    const change = await countChange(db, place.id);
    await updateText(
      call,
      { conversation: place.id, seq: input.seq, change, by: me.userId },
      { text, mentions: mentionedIn(text), dropsPreview: link !== row.url },
    );
    if (link !== null && link !== row.url)
      await emit(call, 'link_posted', { conversation: place.id, seq: input.seq, url: link });
    return told(call, me, place, input.seq, change);
  }),

  // Takes a message back. Those who run the campus may without being in the conversation, which is recorded; they still read nothing there.
  handle(deleteMessage, async (call, input) => {
    const { me, db } = call;
    const id = idOf(input.conversation);
    const place = await selectPlace(db, me.userId, id);
    const isIn = place !== undefined && isVisible(place) && input.seq >= place.first_seq;
    if (!isIn && !me.isAdmin) throw problem('not_found');
    await countPace(call, 'change');
    const [, row] = await Promise.all([
      holdConversations(db, [id]),
      selectChangeable(db, id, input.seq),
    ]);
    if (row === undefined) throw problem('not_found');
    const how = deletionBy({
      isAuthor: isIn && row.author_id === me.userId,
      isOwner: isIn && canManage(place),
      isAdmin: me.isAdmin,
    });
    if (how === null || row.is_event) throw problem('forbidden');
    const viewer = isIn ? place : { id, first_seq: 1, left_seq: null, shows_receipts: false };
    if (row.is_deleted) {
      const [gone] = await selectMessagesAt(db, [{ conversation: id, seq: input.seq }]);
      return messageView(call, found(gone), messageViewerOf(viewer, new Set()));
    }
    const change = await countChange(db, id);
    await updateDeleted(call, { conversation: id, seq: input.seq, change, by: me.userId }, how);
    if (how === 'moderator')
      await record(call, 'message_deleted', {
        person: row.author_id,
        conversation: String(id),
        seq: input.seq,
      });
    return told(call, me, viewer, input.seq, change);
  }),

  // Sets or takes away an own reaction. Who cannot write in a conversation does not react in it either.
  handle(reactToMessage, async (call, input) => {
    const { db } = call;
    await countPace(call, 'change');
    const emoji = asEmoji(input.emoji);
    if (emoji === null) throw problem('chat_reaction', { max: reactionsMax });
    const { me, place } = await ownPlace(call, input.conversation, { hold: true });
    const permission = sendPermissionIn(me, call.school.connect, place);
    if ('denied' in permission) throw problem(codeOf[permission.denied]);
    const [row, emojis, hidden] = await Promise.all([
      selectChangeable(db, place.id, input.seq),
      selectEmojis(db, place.id, input.seq),
      selectHidden(db, me.userId),
    ]);
    if (row === undefined || input.seq < place.first_seq || hidden.has(row.author_id))
      throw problem('not_found');
    if (row.is_deleted || row.is_event) throw problem('not_found');
    if (input.isSet && !emojis.includes(emoji) && emojis.length >= reactionsMax)
      throw problem('chat_reaction', { max: reactionsMax });
    if (
      !(await updateReaction(
        call,
        { conversation: place.id, seq: input.seq, user: me.userId },
        emoji,
        input.isSet,
      ))
    ) {
      const [same] = await selectMessagesAt(db, [{ conversation: place.id, seq: input.seq }]);
      return answerTo(call, me, place, found(same));
    }
    const change = await countChange(db, place.id);
    await updateMessageChange(db, place.id, input.seq, change);
    return told(call, me, place, input.seq, change);
  }),
];

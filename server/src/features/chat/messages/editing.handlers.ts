import { editMinutes, reactionsMax } from '#contract/chat/limits.ts';
import type { Reply } from '#contract/endpoint.ts';
import { deleteMessage, editMessage, reactToMessage } from '#contract/chat/messages.endpoints.ts';
import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { lockConversations, type MembershipRow, selectMembership } from '../chat.queries.ts';
import { canModerate, isVisible, sendPermissionIn } from '../chat.rules.ts';
import { messageViewerOf } from '../chat.views.ts';
import { ownMembership } from '../own-membership.ts';
import { countRateLimit } from '../rate-limits.ts';
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
import { firstLink } from '../../link-previews/first-link.ts';
import { asEmoji, cleanText, mentionedIn } from './message-text.ts';
import { selectHidden, selectMessagesAt } from './messages.queries.ts';
import { canStillEdit, codeOf, deletionBy } from './messages.rules.ts';
import { messageView } from './messages.views.ts';

/** Returns the changed message as the caller sees it, and notifies everyone. */
const announced = async (
  context: Context,
  me: Member,
  membership: Pick<MembershipRow, 'id' | 'first_seq' | 'left_seq' | 'shows_receipts'>,
  seq: number,
  change: number,
): Promise<Reply<typeof editMessage>> => {
  const touched = await announce(context, membership.id, change);
  const row = orNotFound(
    touched?.messages.find((one) => one.seq === seq) ??
      (await selectMessagesAt(context.db, [{ conversation: membership.id, seq }]))[0],
  );
  return messageView(
    context,
    row,
    messageViewerOf(membership, await selectHidden(context.db, me.userId)),
  );
};

export const editingHandlers = [
  handle(editMessage, async (call, input) => {
    const { db, now } = call;
    await countRateLimit(call, 'change');
    const { me, membership } = await ownMembership(call, input.conversation, { lock: true });
    // An edit also counts as writing, which a pending request doesn't allow.
    const permission = sendPermissionIn(me, call.school.connect, membership, call.now);
    if ('denied' in permission) throw problem(codeOf[permission.denied]);
    const row = await selectChangeable(db, membership.id, input.seq);
    if (row === undefined || input.seq < membership.first_seq) throw problem('not_found');
    if (row.author_id !== me.userId || row.is_deleted || row.is_event) throw problem('forbidden');
    if (!canStillEdit(row.sent_at, now)) throw problem('chat_too_late', { minutes: editMinutes });
    const text = cleanText(input.text);
    if (text === '' && row.file_count === 0) throw problem('chat_empty');
    if (text === row.text) {
      const [same] = await selectMessagesAt(db, [{ conversation: membership.id, seq: input.seq }]);
      return answerTo(call, me, membership, orNotFound(same));
    }
    const link = firstLink(text);
    const change = await countChange(db, membership.id);
    await updateText(
      call,
      { conversation: membership.id, seq: input.seq, change, by: me.userId },
      { text, mentions: mentionedIn(text), dropsPreview: link !== row.url },
    );
    if (link !== null && link !== row.url)
      await emit(call, 'link_posted', { conversation: membership.id, seq: input.seq, url: link });
    return announced(call, me, membership, input.seq, change);
  }),

  // Deletes a message. Admins can do so without being in the conversation, which is recorded. They still can't read it.
  handle(deleteMessage, async (call, input) => {
    const { me, db } = call;
    const id = idOf(input.conversation);
    const membership = await selectMembership(db, me.userId, id);
    const isIn =
      membership !== undefined && isVisible(membership) && input.seq >= membership.first_seq;
    if (!isIn && !me.isAdmin) throw problem('not_found');
    await countRateLimit(call, 'change');
    const [, row] = await Promise.all([
      lockConversations(db, [id]),
      selectChangeable(db, id, input.seq),
    ]);
    if (row === undefined) throw problem('not_found');
    const how = deletionBy({
      isAuthor: isIn && row.author_id === me.userId,
      isOwner: isIn && canModerate(membership),
      isAdmin: me.isAdmin,
    });
    if (how === null || row.is_event) throw problem('forbidden');
    const viewer = isIn ? membership : { id, first_seq: 1, left_seq: null, shows_receipts: false };
    if (row.is_deleted) {
      const [gone] = await selectMessagesAt(db, [{ conversation: id, seq: input.seq }]);
      return messageView(call, orNotFound(gone), messageViewerOf(viewer, new Set()));
    }
    const change = await countChange(db, id);
    await updateDeleted(call, { conversation: id, seq: input.seq, change, by: me.userId }, how);
    if (how === 'moderator')
      await record(call, 'message_deleted', {
        person: row.author_id,
        conversation: String(id),
        seq: input.seq,
      });
    return announced(call, me, viewer, input.seq, change);
  }),

  // Adds or removes the caller's reaction. It requires permission to write in the conversation.
  handle(reactToMessage, async (call, input) => {
    const { db } = call;
    await countRateLimit(call, 'change');
    const emoji = asEmoji(input.emoji);
    if (emoji === null) throw problem('chat_reaction', { max: reactionsMax });
    const { me, membership } = await ownMembership(call, input.conversation, { lock: true });
    const permission = sendPermissionIn(me, call.school.connect, membership, call.now);
    if ('denied' in permission) throw problem(codeOf[permission.denied]);
    const [row, emojis, hidden] = await Promise.all([
      selectChangeable(db, membership.id, input.seq),
      selectEmojis(db, membership.id, input.seq),
      selectHidden(db, me.userId),
    ]);
    if (row === undefined || input.seq < membership.first_seq || hidden.has(row.author_id))
      throw problem('not_found');
    if (row.is_deleted || row.is_event) throw problem('not_found');
    if (input.isSet && !emojis.includes(emoji) && emojis.length >= reactionsMax)
      throw problem('chat_reaction', { max: reactionsMax });
    if (
      !(await updateReaction(
        call,
        { conversation: membership.id, seq: input.seq, user: me.userId },
        emoji,
        input.isSet,
      ))
    ) {
      const [same] = await selectMessagesAt(db, [{ conversation: membership.id, seq: input.seq }]);
      return answerTo(call, me, membership, orNotFound(same));
    }
    const change = await countChange(db, membership.id);
    await updateMessageChange(db, membership.id, input.seq, change);
    return announced(call, me, membership, input.seq, change);
  }),
];

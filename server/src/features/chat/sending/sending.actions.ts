import { editMinutes, reactionsMax } from '#contract/chat-limits.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import type { deleteMessage, editMessage, reactToMessage, sendMessage } from '#contract/messages.ts';
import { record } from '../../../kernel/audit.ts';
import { memberOf, type Context, type Member } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';
import { emit } from '../../../kernel/outbox.ts';
import { refused } from '../../../kernel/problem.ts';
import { holdConversation, selectParticipantsAmong, selectPeopleIn, selectPlace, type PlaceRow } from '../chat.queries.ts';
import { canManage, isVisible, passageIn, rangeOf, showsMarks } from '../chat.rules.ts';
import { eyesOf } from '../chat.views.ts';
import { announce, tellList, tellMoved, tellTouched } from '../changes/announcing.ts';
import { countChange, selectOtherEyes } from '../changes/changes.queries.ts';
import { asEmoji, cleanText, firstLink, mentionedIn } from '../messages/message-text.ts';
import { selectHidden, selectMessageByClient, selectMessagesAt, type MessageRow } from '../messages/messages.queries.ts';
import { canStillEdit, codeOf, deletionBy, doorsAfter } from '../messages/messages.rules.ts';
import { messageView } from '../messages/messages.views.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';
import { selectFreshPreview } from '../previews/previews.queries.ts';
import {
  insertMessage,
  selectChangeable,
  selectEmojis,
  selectForwarded,
  selectWholeFiles,
  updateDeleted,
  updateMessageChange,
  updateReaction,
  updateText,
} from './sending.queries.ts';

/** What is passed on: words, files and preview of a message the sender may read; undefined where nothing is. */
const passedOn = async (context: Context, me: Member, forward: NonNullable<HandlerInput<typeof sendMessage>['forward']>) => {
  const id = personId(forward.conversation);
  const place = id === null ? undefined : await selectPlace(context.db, me.userId, id);
  if (place === undefined || !isVisible(place)) throw refused('not_found');
  const { conversation, first, last } = rangeOf(place);
  const isReadable = forward.seq >= first && forward.seq <= last;
  const [found, hidden] = await Promise.all([
    isReadable ? selectForwarded(context.db, conversation, forward.seq) : undefined,
    selectHidden(context.db, me.userId),
  ]);
  if (found === undefined || hidden.has(found.author_id)) throw refused('not_found');
  return found;
};

/** A message as its author is answered. */
const answerTo = async (context: Context, me: Member, place: PlaceRow, row: MessageRow) =>
  messageView(context, row, eyesOf(place, await selectHidden(context.db, me.userId)));

/** What a message will say and carry. Refuses what is empty, and files that are not there or somebody else's. */
const contentsOf = async (context: Context, me: Member, input: HandlerInput<typeof sendMessage>) => {
  const { db, clock } = context;
  const own = cleanText(input.text);
  const wanted = [...new Set(input.files.map((file) => personId(file) ?? 0))];
  const link = firstLink(own);
  const [source, attached, preview] = await Promise.all([
    input.forward === undefined ? undefined : passedOn(context, me, input.forward),
    selectWholeFiles(db, wanted, me.userId),
    link === null ? undefined : selectFreshPreview(db, link, clock.now()),
  ]);
  if (attached.length < wanted.length) throw refused('chat_file_gone');
  const text = source === undefined ? own : source.text;
  const files = source === undefined ? wanted : await selectWholeFiles(db, source.files);
  if (text === '' && files.length === 0) throw refused('chat_empty');
  return {
    text,
    files: source === undefined ? files : source.files.filter((id) => files.includes(id)),
    mentions: mentionedIn(text),
    forwarded: source !== undefined,
    preview: source?.preview_id ?? preview ?? null,
    link: source === undefined && preview === undefined ? link : null,
  };
};

/**
 * Sends a message. The transaction's commit is what the answer waits for. What the sender has sent before under this client id is
 * answered as it stands, also where they could no longer send it.
 */
export const send = async (context: Context, input: HandlerInput<typeof sendMessage>): Promise<Reply<typeof sendMessage>> => {
  const me = memberOf(context);
  const { db } = context;
  const id = personId(input.conversation);
  if (id === null) throw refused('not_found');
  const [place, before] = await Promise.all([selectPlace(db, me.userId, id), selectMessageByClient(db, me.userId, input.clientId)]);
  if (place === undefined || !isVisible(place)) throw refused('not_found');
  if (before !== undefined) return answerTo(context, me, place, before);
  countPace(context, 'send');
  const passage = passageIn(me, context.school.connect, place);
  if ('refusal' in passage) throw refused(codeOf[passage.refusal]);
  const contents = await contentsOf(context, me, input);
  const doors = place.kind === 'direct' ? doorsAfter(passage.may, { own: place.own_door, other: place.other_door }) : null;
  const movesDoors = doors !== null && (doors.own !== place.own_door || doors.other !== place.other_door);
  const replyTo = input.replyTo ?? null;
  // Sent at once and carried out in this order: one round trip from holding the conversation to the commit.
  const [, state, written, [author], others] = await Promise.all([
    holdConversation(db, id),
    insertMessage(context, {
      conversation: id,
      author: me.userId,
      clientId: input.clientId,
      replyTo,
      opens: !place.is_open,
      doors: movesDoors ? doors : null,
      ...contents,
    }),
    selectMessageByClient(db, me.userId, input.clientId),
    selectParticipantsAmong(db, id, [me.userId]),
    selectOtherEyes(db, id, { authors: [me.userId], oldest: replyTo, hasMarks: showsMarks(place) }),
  ]);
  if (written === undefined || author === undefined) throw refused('chat_left');
  // Sent twice at once: the other was first, and has told everybody.
  if (state === undefined) return answerTo(context, me, place, written);
  context.nudge();
  const quoted = written.reply?.author;
  const blind = quoted === undefined ? [] : await selectOtherEyes(db, id, { authors: [quoted], oldest: null, hasMarks: false });
  tellTouched(context, { state, messages: [written], participants: showsMarks(state) ? [author] : [], faces: [author] }, [
    ...blind,
    ...others.filter((one) => !blind.some((other) => other.id === one.id)),
  ]);
  if (!place.is_open) await tellMoved(context, id, { into: (await selectPeopleIn(db, id)).filter((person) => person !== me.userId) });
  else if (movesDoors) tellList(context, [me.userId, place.reach?.id ?? me.userId], id);
  return written.reply === null ? messageView(context, written, eyesOf(place, new Set())) : answerTo(context, me, place, written);
};

/** The message as it is after a change, as the caller sees it; and everybody is told. */
const told = async (
  context: Context,
  me: Member,
  place: Pick<PlaceRow, 'id' | 'first_seq' | 'shows_receipts'>,
  seq: number,
  change: number,
): Promise<Reply<typeof editMessage>> => {
  const touched = await announce(context, place.id, change);
  const row =
    touched?.messages.find((one) => one.seq === seq) ?? (await selectMessagesAt(context.db, [{ conversation: place.id, seq }]))[0];
  if (row === undefined) throw refused('not_found');
  return messageView(context, row, eyesOf(place, await selectHidden(context.db, me.userId)));
};

/** Changes the words of an own message, for a day. */
export const edit = async (context: Context, input: HandlerInput<typeof editMessage>): Promise<Reply<typeof editMessage>> => {
  countPace(context, 'change');
  const { me, place } = await ownPlace(context, input.conversation, { hold: true });
  const { db, clock } = context;
  // New words are words: a request that waits says no more than it did.
  const passage = passageIn(me, context.school.connect, place);
  if ('refusal' in passage) throw refused(codeOf[passage.refusal]);
  const row = await selectChangeable(db, place.id, input.seq);
  if (row === undefined || input.seq < place.first_seq) throw refused('not_found');
  if (row.author_id !== me.userId || row.is_deleted || row.is_event) throw refused('forbidden');
  if (!canStillEdit(row.sent_at, clock.now())) throw refused('chat_too_late', { minutes: editMinutes });
  const text = cleanText(input.text);
  if (text === '' && row.file_count === 0) throw refused('chat_empty');
  if (text === row.text) {
    const [same] = await selectMessagesAt(db, [{ conversation: place.id, seq: input.seq }]);
    if (same === undefined) throw refused('not_found');
    return answerTo(context, me, place, same);
  }
  const link = firstLink(text);
  const change = await countChange(db, place.id);
  await updateText(
    context,
    { conversation: place.id, seq: input.seq, change, by: me.userId },
    { before: row.text, text, mentions: mentionedIn(text), dropsPreview: link !== row.url },
  );
  if (link !== null && link !== row.url) await emit(context, 'link_posted', { conversation: place.id, seq: input.seq, url: link });
  return told(context, me, place, input.seq, change);
};

/** Takes a message back. Those who run the campus may without being in the conversation, which is recorded; they still read nothing there. */
export const remove = async (context: Context, input: HandlerInput<typeof deleteMessage>): Promise<Reply<typeof deleteMessage>> => {
  const me = memberOf(context);
  const { db } = context;
  const id = personId(input.conversation);
  const place = id === null ? undefined : await selectPlace(db, me.userId, id);
  const isIn = place !== undefined && isVisible(place) && input.seq >= place.first_seq;
  if (id === null || (!isIn && !me.isAdmin)) throw refused('not_found');
  countPace(context, 'change');
  const [, row] = await Promise.all([holdConversation(db, id), selectChangeable(db, id, input.seq)]);
  if (row === undefined) throw refused('not_found');
  const how = deletionBy({
    isAuthor: isIn && row.author_id === me.userId,
    isOwner: isIn && canManage(place),
    isAdmin: me.isAdmin,
  });
  if (how === null || row.is_event) throw refused('forbidden');
  const eyes = isIn ? place : { id, first_seq: 1, shows_receipts: false };
  if (row.is_deleted) {
    const [gone] = await selectMessagesAt(db, [{ conversation: id, seq: input.seq }]);
    if (gone === undefined) throw refused('not_found');
    return messageView(context, gone, eyesOf(eyes, new Set()));
  }
  const change = await countChange(db, id);
  await updateDeleted(context, { conversation: id, seq: input.seq, change, by: me.userId }, { before: row.text, how });
  if (how === 'moderator' && me.isAdmin)
    await record(context, 'message_deleted', { person: row.author_id, conversation: String(id), seq: input.seq });
  return told(context, me, eyes, input.seq, change);
};

/** Sets or takes away an own reaction. Who cannot write in a conversation does not react in it either. */
export const react = async (context: Context, input: HandlerInput<typeof reactToMessage>): Promise<Reply<typeof reactToMessage>> => {
  countPace(context, 'change');
  const emoji = asEmoji(input.emoji);
  if (emoji === null) throw refused('chat_reaction', { max: reactionsMax });
  const { me, place } = await ownPlace(context, input.conversation, { hold: true });
  const { db } = context;
  const passage = passageIn(me, context.school.connect, place);
  if ('refusal' in passage) throw refused(codeOf[passage.refusal]);
  const [row, emojis, hidden] = await Promise.all([
    selectChangeable(db, place.id, input.seq),
    selectEmojis(db, place.id, input.seq),
    selectHidden(db, me.userId),
  ]);
  if (row === undefined || input.seq < place.first_seq || hidden.has(row.author_id)) throw refused('not_found');
  if (row.is_deleted || row.is_event) throw refused('not_found');
  if (input.isSet && !emojis.includes(emoji) && emojis.length >= reactionsMax) throw refused('chat_reaction', { max: reactionsMax });
  if (!(await updateReaction(context, { conversation: place.id, seq: input.seq, user: me.userId }, emoji, input.isSet))) {
    const [same] = await selectMessagesAt(db, [{ conversation: place.id, seq: input.seq }]);
    if (same === undefined) throw refused('not_found');
    return answerTo(context, me, place, same);
  }
  const change = await countChange(db, place.id);
  await updateMessageChange(db, place.id, input.seq, change);
  return told(context, me, place, input.seq, change);
};

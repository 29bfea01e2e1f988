import { pinnedMax } from '#contract/chat-limits.ts';
import type { markRead, setConversation } from '#contract/chat.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { selectHasUnread } from '../../notifications/chat-items/chat-items.queries.ts';
import { viewOwn } from './conversations.actions.ts';
import { holdConversations, selectState } from '../chat.queries.ts';
import { endOf, showsMarks } from '../chat.rules.ts';
import { announce, tellList } from '../messages/announcing.ts';
import { countChange } from '../messages/changes.queries.ts';
import { selectSwitches } from './settings.queries.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';
import {
  countPinned,
  updateArrived,
  updateOwn,
  updateParticipantChange,
  updateRead,
  type Arrival,
  type OwnChange,
} from './own.queries.ts';

const minuteMs = 60_000;
/** Muted for good: an instant nobody lives to see. */
const forGood = new Date('9999-01-01T00:00:00Z');

/** Marks what the caller has read. Small conversations tell it to the others, unless somebody shows no read marks. */
export const mark = async (
  context: Context,
  input: HandlerInput<typeof markRead>,
): Promise<Reply<typeof markRead>> => {
  await countPace(context, 'own');
  const { me, place } = await ownPlace(context, input.conversation);
  const { db } = context;
  // Where others see marks they move one after the other; in a large room a thousand readers do not wait for each other.
  if (showsMarks(place)) await holdConversations(db, [place.id]);
  const seq = Math.max(Math.min(input.seq, endOf(place)), place.first_seq - 1);
  const moved = await updateRead(db, {
    conversation: place.id,
    me: me.userId,
    seq,
    isBack: input.isBack,
  });
  if (moved !== undefined) {
    if (showsMarks(place) && place.shows_receipts && place.left_seq === null) {
      const change = await countChange(db, place.id);
      await updateParticipantChange(db, place.id, [me.userId], change);
      await announce(context, place.id, change);
    }
    if (!input.isBack && (await selectHasUnread(db, me.userId, place.id)))
      await emit(context, 'conversation_read', { conversation: place.id, userId: me.userId });
    // Their other devices: how many are unread they cannot know by themselves.
    await tellList(context, [me.userId], place.id);
  }
  const { readSeq, unread } = await viewOwn(context, place.id);
  return { readSeq, unread };
};

const mutedUntil = (minutes: number | undefined, now: Date): Date | null | undefined => {
  if (minutes === undefined) return undefined;
  if (minutes === 0) return null;
  return minutes === -1 ? forGood : new Date(now.getTime() + minutes * minuteMs);
};

/** Keeps what the caller says of a conversation for themselves alone. */
export const setOwn = async (
  context: Context,
  input: HandlerInput<typeof setConversation>,
): Promise<Reply<typeof setConversation>> => {
  await countPace(context, 'own');
  // Only a request that is answered concerns anybody else.
  const { me, place } = await ownPlace(context, input.conversation, {
    hold: input.request !== undefined,
  });
  const { db, clock } = context;
  if (input.isPinned === true && (await countPinned(db, me.userId)) >= pinnedMax) {
    const { isPinned } = await viewOwn(context, place.id);
    if (!isPinned) throw problem('chat_too_many_pinned', { max: pinnedMax });
  }
  const isAsked = place.own_door === 'waiting' || place.own_door === 'declined';
  const change: OwnChange = {
    draft: input.draft,
    mutedUntil: mutedUntil(input.muteMinutes, clock.now()),
    isPinned: input.isPinned,
    isArchived: input.isArchived,
    ...(input.request !== undefined &&
      isAsked && {
        door: input.request === 'accept' ? ('accepted' as const) : ('declined' as const),
      }),
  };
  await updateOwn(db, place.id, me.userId, change);
  // What the other may do there follows from the door; a declined one they do not hear of.
  const isOpened = change.door === 'accepted';
  await tellList(
    context,
    [me.userId, ...(isOpened && place.reach !== null ? [place.reach.id] : [])],
    place.id,
  );
  return viewOwn(context, place.id);
};

/**
 * Marks what has arrived at people's clients, many at once: the hub gathers for a moment, so that a message that reaches forty
 * people is one change of its conversation and not forty.
 */
export const markArrived = async (scope: Scope, arrivals: readonly Arrival[]): Promise<void> => {
  for (const [conversation, all] of Map.groupBy(arrivals, (one) => one.conversation)) {
    // One mark a person, since a statement changes a row once.
    const some = [...Map.groupBy(all, (one) => one.user).values()].flatMap((of) =>
      of.toSorted((a, b) => b.seq - a.seq).slice(0, 1),
    );
    await transact(scope, async (context) => {
      const { db } = context;
      const [, state] = await Promise.all([
        holdConversations(db, [conversation]),
        selectState(db, conversation),
      ]);
      if (state === undefined || !showsMarks(state)) return;
      const moved = await updateArrived(db, conversation, some);
      const switches = await selectSwitches(db, moved);
      const shown = moved.filter(
        (id) => switches.find((one) => one.user_id === id)?.shows_receipts !== false,
      );
      if (shown.length === 0) return;
      const change = await countChange(db, conversation);
      await updateParticipantChange(db, conversation, shown, change);
      await announce(context, conversation, change);
    });
  }
};

import { idOf } from '../../../kernel/sql.ts';
import type { Reply } from '#contract/endpoint.ts';
import { sendMessage } from '#contract/chat/messages.endpoints.ts';
import type { Member } from '../../../kernel/actor.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { handleBatch } from '../../../kernel/handle.ts';
import {
  batchOutcome,
  type BatchedCall,
  type BatchOutcome,
} from '../../../kernel/http/batched-call.ts';
import { problem } from '../../../kernel/http/problem.ts';
import {
  factsOf,
  lockConversations,
  selectPeopleIn,
  selectMemberships,
  selectSelves,
  type ParticipantRow,
  type MembershipRow,
} from '../chat.queries.ts';
import { isVisible, sendPermissionIn, showsReceipts } from '../chat.rules.ts';
import { messageViewerOf } from '../chat.views.ts';
import { broadcastList, broadcastMoved, broadcastTouched } from '../messages/announcing.ts';
import { selectOtherViewers, type OtherViewerRow } from '../messages/changes.queries.ts';
import { selectMessagesSent, selectSent, type MessageRow } from '../messages/messages.queries.ts';
import { codeOf, requestsAfter } from '../messages/messages.rules.ts';
import { messageView } from '../messages/messages.views.ts';
import { checkRateLimit, countRateLimit, refundRateLimit } from '../rate-limits.ts';
import { answerTo } from '../messages/answer.ts';
import { contentsOf } from './contents.ts';
import { evictMembership, cacheMembership, cachedMembership } from './cached-memberships.ts';
import { insertMessages, type NewMessage, type WrittenRow } from './sending.queries.ts';

type Call = BatchedCall<typeof sendMessage>;
type Answer = Reply<typeof sendMessage>;

/** A message that can be written, with its conversation. */
interface ReadyMessage {
  readonly call: Call;
  readonly context: Context;
  readonly me: Member;
  readonly membership: MembershipRow;
  readonly message: NewMessage;
}

/** Returns the message that was sent with this client id, even if its author can no longer write. */
const answerAgain = async (
  { context, me, membership }: Pick<ReadyMessage, 'context' | 'me' | 'membership'>,
  clientId: string,
): Promise<Answer> => {
  const [row] = await selectMessagesSent(context.db, [{ author: me.userId, clientId }]);
  if (row === undefined) throw problem('chat_left');
  return answerTo(context, me, membership, row);
};

/** Returns what a call needs of its conversation. */
const askedBy = ({ context, input }: Call) => ({
  viewer: memberOf(context).userId,
  conversation: idOf(input.conversation),
  clientId: input.clientId.toLowerCase(),
});

/** Counted calls. Each counts once, even if it runs again. */
const counted = new WeakSet<Call['input']>();

const countOnce = async ({ context, input }: Call): Promise<void> => {
  if (counted.has(input)) return;
  await countRateLimit(context, 'send');
  counted.add(input);
};

/** Removes the count of a call that didn't happen, or not yet. */
const uncount = ({ context, input }: Call): void => {
  if (counted.delete(input)) refundRateLimit(context, 'send');
};

/**
 * Postpones a call that cached data doesn't allow. The next transaction reads the current state, and may find that the message was sent
 * before.
 */
const putOff = (call: Call): 'later' => {
  const { pool, school } = call.context;
  evictMembership(pool, school.school_id, askedBy(call));
  uncount(call);
  return 'later';
};

/** Returns the message of a call, or the reply if it was sent before. Throws if it can't be sent. */
const readyMessageOf = async (
  call: Call,
  membership: MembershipRow | undefined,
  { wasSent, isCached }: { wasSent: boolean; isCached: boolean },
): Promise<ReadyMessage | { answer: Answer }> => {
  const { context, input } = call;
  const me = memberOf(context);
  if (membership === undefined || !isVisible(membership)) throw problem('not_found');
  if (wasSent) return { answer: await answerAgain({ context, me, membership }, input.clientId) };
  await countOnce(call);
  const permission = sendPermissionIn(me, context.school.connect, membership, context.clock.now());
  if ('denied' in permission) throw problem(codeOf[permission.denied]);
  const contents = await contentsOf(context, me, input);
  const requests =
    membership.kind === 'direct'
      ? requestsAfter(permission.may, {
          own: membership.own_request_state,
          other: membership.other_request_state,
        })
      : null;
  const changesRequests =
    requests !== null &&
    (requests.own !== membership.own_request_state ||
      requests.other !== membership.other_request_state);
  const message = {
    conversation: membership.id,
    author: me.userId,
    clientId: input.clientId.toLowerCase(),
    replyTo: input.replyTo ?? null,
    opens: !membership.is_open,
    requests: changesRequests ? requests : null,
    origin: context.origin === '' ? null : context.origin,
    cachedFacts: isCached ? factsOf(membership) : null,
    ...contents,
  };
  if (!message.opens && message.requests === null)
    cacheMembership(context.pool, context.school.school_id, askedBy(call), membership);
  return { call, context, me, membership, message };
};

/**
 * Returns the messages for one statement. The others go into the next one. A message that changes who sees its conversation must be the
 * only one for it.
 */
const batchable = (ready: readonly ReadyMessage[]): ReadonlySet<ReadyMessage> => {
  const alone = new Map<number, boolean>();
  const sent = new Set<string>();
  return new Set(
    ready.filter(({ message: { conversation, author, clientId, opens, requests } }) => {
      const isAlone = opens || requests !== null;
      const other = alone.get(conversation);
      const sending = `${author} ${clientId}`;
      if (other === true || (isAlone && other !== undefined) || sent.has(sending)) return false;
      alone.set(conversation, isAlone);
      sent.add(sending);
      return true;
    }),
  );
};

/** Returns whether a message has only text, as most do, so that it needn't be read back. */
const isPlain = ({ replyTo, mentions, files, preview }: NewMessage): boolean =>
  replyTo === null && mentions.length === 0 && files.length === 0 && preview === null;

const plainRow = (message: NewMessage, written: WrittenRow): MessageRow => ({
  conversation_id: message.conversation,
  seq: written.last_seq,
  id: written.message_id,
  change: written.change,
  client_id: message.clientId,
  author_id: message.author,
  sent_at: written.sent_at,
  text: message.text,
  edited_at: null,
  deleted: null,
  event: null,
  forwarded: message.forwarded,
  reply: null,
  mentioned: null,
  event_people: null,
  reactions: null,
  files: null,
  preview: null,
});

/** Broadcasts a written message, and returns it. */
const broadcastSent = async (
  { context, me, membership, message }: ReadyMessage,
  written: WrittenRow,
  row: MessageRow,
  self: ParticipantRow,
  others: readonly OtherViewerRow[],
): Promise<Answer> => {
  const { db } = context;
  const { conversation } = message;
  context.nudge(message.link === null ? 'message_written' : 'link_posted');
  const quoted = row.reply?.author;
  const [blind = []] =
    quoted === undefined
      ? []
      : await selectOtherViewers(db, [
          { conversation, authors: [quoted], oldest: null, hasReceipts: false },
        ]);
  // If a person sent several messages, the last message moved their mark furthest. Each event contains its own position.
  const author = {
    ...self,
    read_seq: written.last_seq,
    delivered_seq: written.last_seq,
    change: written.change,
  };
  broadcastTouched(
    context,
    {
      state: written,
      messages: [row],
      participants: showsReceipts(written) ? [author] : [],
      faces: [author],
    },
    [...blind, ...others.filter((one) => !blind.some((other) => other.id === one.id))],
  );
  if (message.opens)
    await broadcastMoved(context, conversation, {
      into: (await selectPeopleIn(db, conversation)).filter((person) => person !== me.userId),
    });
  else if (message.requests !== null)
    await broadcastList(
      context,
      [me.userId, membership.send_context?.id ?? me.userId],
      conversation,
    );
  return row.reply === null
    ? messageView(context, row, messageViewerOf(membership, new Set()))
    : answerTo(context, me, membership, row);
};

/** Returns whether nothing else happens after the write: no quotes to read, and no change of who sees the conversation. */
const isLast = ({ call, message: { replyTo, opens, requests } }: ReadyMessage): boolean =>
  call.isFirst && replyTo === null && !opens && requests === null;

/** Writes messages in one round trip, from locking their conversations to the commit. Broadcasts and answers each in order. */
const write = async (ready: readonly ReadyMessage[]): Promise<BatchOutcome<Answer>[]> => {
  const [first] = ready;
  if (first === undefined) return [];
  const { context } = first;
  const { db } = context;
  const messages = ready.map(({ message }) => message);
  const pairs = messages.map(({ author, conversation }) => ({ viewer: author, conversation }));
  const rich = messages.filter((message) => !isPlain(message));
  const endsHere = ready.every(isLast);
  // Sent together and executed in order.
  const asked = Promise.all([
    lockConversations(db, [...new Set(messages.map(({ conversation }) => conversation))]),
    insertMessages(context, messages),
    selectMessagesSent(db, rich),
    selectSelves(db, pairs),
    selectOtherViewers(
      db,
      ready.map(({ membership, message }) => ({
        conversation: message.conversation,
        authors: [message.author],
        oldest: message.replyTo,
        hasReceipts: showsReceipts(membership),
      })),
    ),
  ]);
  if (endsHere) context.commit();
  const [, written, read, selves, others] = await asked;
  const outcomes: BatchOutcome<Answer>[] = [];
  for (const [nth, one] of ready.entries()) {
    const { message } = one;
    const row = written.find((other) => other.nth === nth);
    const self = selves[nth];
    if (row === undefined || self === undefined) {
      // The same call arrived twice and the other one was first; or the author has left; or the cached membership is outdated. The next
      // transaction finds out which.
      if (message.cachedFacts !== null) outcomes.push(putOff(one.call));
      else
        outcomes.push(
          endsHere ? 'later' : await batchOutcome(() => answerAgain(one, message.clientId)),
        );
      continue;
    }
    outcomes.push(
      await batchOutcome(async () => {
        const whole = isPlain(message)
          ? plainRow(message, row)
          : read.find(
              (sent) => sent.author_id === message.author && sent.client_id === message.clientId,
            );
        if (whole === undefined) throw problem('chat_left');
        return broadcastSent(one, row, whole, self, others[nth] ?? []);
      }),
    );
  }
  return outcomes;
};

const sendBatch = async (calls: readonly Call[]): Promise<BatchOutcome<Answer>[]> => {
  const [first] = calls;
  if (first === undefined) return [];
  const { db } = first.context;
  const asked = calls.map((call) => {
    const { pool, school } = call.context;
    const one = askedBy(call);
    return {
      ...one,
      cached: call.isFirst ? cachedMembership(pool, school.school_id, one) : undefined,
    };
  });
  const uncached = asked.filter(({ cached }) => cached === undefined);
  const [read, sent] =
    uncached.length === 0
      ? [[], []]
      : await Promise.all([
          selectMemberships(db, uncached),
          selectSent(
            db,
            uncached.map(({ viewer, clientId }) => ({ author: viewer, clientId })),
          ),
        ]);
  const memberships = new Map(uncached.map((one, index) => [one, read[index]]));
  const wasSent = new Set(sent.map(({ author, clientId }) => `${author} ${clientId}`));
  const prepared = await Promise.all(
    asked.map(async (one, index) => {
      const call = calls[index] as Call;
      const isCached = one.cached !== undefined;
      const isSent = wasSent.has(`${one.viewer} ${one.clientId}`);
      const outcome = await batchOutcome(() =>
        readyMessageOf(call, one.cached ?? memberships.get(one), { wasSent: isSent, isCached }),
      );
      // Cached data never rejects a call, because it may have been sent before, or the membership may have changed.
      return isCached && 'error' in outcome ? putOff(call) : outcome;
    }),
  );
  const ready = prepared.flatMap((one) =>
    one !== 'later' && 'answer' in one && 'message' in one.answer ? [one.answer] : [],
  );
  const now = [...batchable(ready)];
  const outcomes = new Map((await write(now)).map((outcome, index) => [now[index], outcome]));
  return prepared.map((one) => {
    if (one === 'later' || 'error' in one) return one;
    return 'message' in one.answer ? (outcomes.get(one.answer) ?? 'later') : one.answer;
  });
};

export const sendingHandlers = [
  // Handles simultaneous messages of one school. Replies wait for the commit. A message that was sent before with the same client id is
  // returned.
  handleBatch(
    sendMessage,
    async (calls) => {
      try {
        return await sendBatch(calls);
      } catch (error) {
        // Everything is rolled back, and calls that run again are counted again.
        for (const call of calls) uncount(call);
        throw error;
      }
    },
    (scope) => checkRateLimit(scope, 'send'),
  ),
];

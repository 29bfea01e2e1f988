import { typingEverySeconds } from '#contract/live-limits.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/database/database.ts';
import { personId } from '../../../kernel/ids.ts';
import type { Room } from '../../../kernel/live/live.ts';
import type { LiveParts } from '../../../kernel/live/live-sources.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { selectRoomsOf } from '../chat.queries.ts';
import { updateDelivered } from './delivered.ts';
import type { DeliveryReceipt } from './own.queries.ts';
import { selectSwitches } from './settings.queries.ts';
import { selectTypingAudience, selectWatchable } from './presence.queries.ts';

/** Returns the rooms of a new socket, and whether others can see the person's presence. */
export const welcomeToChat = async (context: Context): ReturnType<LiveParts['connectionState']> => {
  const me = memberOf(context).userId;
  const [conversations, [switches]] = await Promise.all([
    selectRoomsOf(context.db, me),
    selectSwitches(context.db, [me]),
  ]);
  return {
    rooms: conversations.map((id): Room => `conversation:${id}`),
    isShown: switches?.shows_presence ?? true,
  };
};

// The last time that each person was typing, only in this process.
const typed = new WeakMap<Pool, Map<string, number>>();
const typedMost = 20_000;

const isOften = (scope: Scope, key: string): boolean => {
  const known = typed.get(scope.pool) ?? new Map<string, number>();
  typed.set(scope.pool, known);
  const now = scope.clock.now().getTime();
  // Clients wait this long by their own clock, so a slightly shorter interval isn't a flood.
  if (now - (known.get(key) ?? 0) < typingEverySeconds * 900) return true;
  if (known.size >= typedMost) known.clear();
  known.set(key, now);
  return false;
};

/** Notifies the other participants that a person is typing. Drops excess calls. Throws if the person can't write in the conversation. */
export const broadcastTyping: LiveParts['calls']['typing'] = async (scope, { conversation }) => {
  const me = memberOf(scope).userId;
  const id = personId(conversation);
  if (id === null) throw problem('not_found');
  if (isOften(scope, `${scope.school.school_id}/${id}/${me}`)) return;
  const audience = orNotFound(
    await transact(scope, ({ db }) => selectTypingAudience(db, id, me), {
      readOnly: true,
    }),
  );
  scope.live.deliver(scope.school.school_id, [
    {
      rooms: [`conversation:${id}`],
      event: { kind: 'typing', conversation, uid: String(me) },
      except: [me, ...audience.except],
    },
  ]);
};

/** Milliseconds in which deliveries are batched. */
const batchMs = 200;
const pending = new WeakMap<Pool, Map<number, DeliveryReceipt[]>>();

/**
 * Queues a delivery mark, which is stored a moment later together with others. If the process dies, the next delivery or reading replaces
 * it.
 */
export const queueDelivered: LiveParts['calls']['arrived'] = (scope, { conversation, seq }) => {
  const id = personId(conversation);
  if (id === null) throw problem('not_found');
  const { school_id: school } = scope.school;
  const bySchool = pending.get(scope.pool) ?? new Map<number, DeliveryReceipt[]>();
  pending.set(scope.pool, bySchool);
  const delivered = { conversation: id, user: memberOf(scope).userId, seq };
  const waiting = bySchool.get(school);
  if (waiting !== undefined) {
    waiting.push(delivered);
    return Promise.resolve();
  }
  const fresh = [delivered];
  bySchool.set(school, fresh);
  setTimeout(() => {
    bySchool.delete(school);
    updateDelivered(scope, fresh).catch((error: unknown) =>
      scope.log.warn({ err: error }, 'arrivals could not be marked'),
    );
  }, batchMs).unref();
  return Promise.resolve();
};

/** Returns those of these people whose presence the caller can see. */
export const canWatch: LiveParts['canWatch'] = (scope, people) =>
  transact(
    scope,
    ({ db }) => selectWatchable(db, memberOf(scope).userId, people, scope.school.connect),
    { readOnly: true },
  );

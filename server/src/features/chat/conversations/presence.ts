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
import type { Delivered } from './own.queries.ts';
import { selectSwitches } from './settings.queries.ts';
import { selectTypingAudience, selectWatchable } from './presence.queries.ts';

/** Rooms of somebody whose socket has come, and whether others may see that they are there. */
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

// Kept by no one: when each person was last said to write, in this process.
const typed = new WeakMap<Pool, Map<string, number>>();
const typedMost = 20_000;

const isOften = (scope: Scope, key: string): boolean => {
  const known = typed.get(scope.pool) ?? new Map<string, number>();
  typed.set(scope.pool, known);
  const now = scope.clock.now().getTime();
  // A client waits for so long by its own clock; a little less is no flood.
  if (now - (known.get(key) ?? 0) < typingEverySeconds * 900) return true;
  if (known.size >= typedMost) known.clear();
  known.set(key, now);
  return false;
};

/** Tells the others of a conversation that somebody writes. Said too often it is not passed on; said where one may not write it is no conversation. */
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

/** How long arrivals are batched, in milliseconds. */
const batchMs = 200;
const pending = new WeakMap<Pool, Map<number, Delivered[]>>();

/**
 * Takes note that messages have arrived at somebody's client. It is marked a moment later, together with what has arrived at others:
 * a mark that a dying process loses comes again with the next one, or with reading.
 */
export const queueDelivered: LiveParts['calls']['arrived'] = (scope, { conversation, seq }) => {
  const id = personId(conversation);
  if (id === null) throw problem('not_found');
  const { school_id: school } = scope.school;
  const bySchool = pending.get(scope.pool) ?? new Map<number, Delivered[]>();
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

/** Of these people, those whose presence the caller may see. */
export const canWatch: LiveParts['canWatch'] = (scope, people) =>
  transact(
    scope,
    ({ db }) => selectWatchable(db, memberOf(scope).userId, people, scope.school.connect),
    { readOnly: true },
  );

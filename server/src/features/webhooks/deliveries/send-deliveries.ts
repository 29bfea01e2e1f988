import type { TryProblem } from '#contract/webhooks/events.ts';
import { type Scope, transact } from '../../../kernel/context.ts';
import { emit, emitAll, type OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { OutboundError } from '../../../kernel/outbound/outbound.ts';
import { appendEntry } from '../../../kernel/security/audit.ts';
import { updateSwitched } from '../webhooks.queries.ts';
import {
  answerBytes,
  answerSeconds,
  atOncePerHook,
  atOnceWhileFailing,
  bodyOf,
  claimSeconds,
  isSuccess,
  nextTryAt,
  offReasonOf,
  encryptionContext,
  signedHeaders,
} from '../webhooks.rules.ts';
import { publicForm } from '../public-events.ts';
import {
  countClaimed,
  type DueRow,
  insertDeliveries,
  insertTry,
  selectDue,
  type TryRow,
  updateClaimed,
  updateFailing,
  updateFailed,
  updateNextTurns,
  updateTried,
  updateWaitsTurn,
} from './deliveries.queries.ts';

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

/** Creates deliveries of events to the subscribed webhooks. */
export const createDeliveries = async (
  scope: Scope,
  events: readonly OutboxEvent[],
): Promise<void> => {
  const described = events.flatMap(({ id, kind, payload, at }) => {
    const payloads = publicForm(kind, payload);
    return payloads === undefined
      ? []
      : [{ kind: payloads.type, body: bodyOf(payloads, at), eventId: id }];
  });
  if (described.length === 0) return;
  await transact(scope, async (context) => {
    const { db, school, clock } = context;
    const made = await insertDeliveries(db, school.school_id, described, clock.now());
    await emitAll(
      context,
      'webhook_delivery_due',
      made.map((delivery) => ({ payload: { delivery, tries: 0 }, dueAt: null })),
    );
  });
};

/**
 * Claims a delivery, unless another sender has claimed it, this try is over, its webhook is off, or its receiver has
 * enough open deliveries.
 */
const claim = (scope: Scope, delivery: number, tries: number): Promise<DueRow | undefined> =>
  transact(scope, async (context) => {
    const now = context.clock.now();
    const due = await selectDue(context.db, delivery, tries);
    if (due === undefined) return undefined;
    if (due.claimed_until !== null && due.claimed_until > now) {
      // If the sender crashes, this event sends the delivery after the claim expires.
      await emit(context, 'webhook_delivery_due', { delivery, tries }, due.claimed_until);
      return undefined;
    }
    // Its sender crashed, and then the webhook was turned off.
    if (!due.is_on && !due.is_manual) {
      await updateFailed(context.db, delivery);
      return undefined;
    }
    const room = due.failing_since === null ? atOncePerHook : atOnceWhileFailing;
    if ((await countClaimed(context.db, due.webhook_id, now)) >= room) {
      await updateWaitsTurn(context.db, delivery);
      return undefined;
    }
    await updateClaimed(context.db, delivery, after(now, claimSeconds));
    return due;
  });

const problemOf = (error: unknown): TryProblem => {
  // The response isn't read to the end, so the error `size` can't occur.
  if (error instanceof OutboundError && error.reason !== 'size') return error.reason;
  throw error;
};

/** Sends a delivery. Every response is a result, and so is a missing one. */
export const call = async (
  scope: Scope,
  due: DueRow,
): Promise<Pick<TryRow, 'status' | 'problem' | 'answer'>> => {
  const now = scope.clock.now();
  const open = (ciphertext: string): string[] => {
    const secret = scope.tokens.decrypt(encryptionContext(scope.school.school_id), ciphertext);
    return secret === null ? [] : [secret];
  };
  const former =
    due.former_secret !== null && due.former_until !== null && due.former_until > now
      ? open(due.former_secret)
      : [];
  try {
    const answer = await scope.hooks(due.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(due.message, now, due.body, [...open(due.secret), ...former]),
      },
      body: due.body,
      seconds: answerSeconds,
      bytesRead: answerBytes,
    });
    // The database can't store NUL characters in text.
    return {
      status: answer.status,
      problem: null,
      answer: (await answer.text()).replaceAll('\0', ''),
    };
  } catch (error) {
    return { status: null, problem: problemOf(error), answer: '' };
  }
};

/**
 * Stores the result of a try, schedules the next one or marks the delivery as done or failed, and sends the next
 * delivery in the queue.
 */
const conclude = (scope: Scope, delivery: number, due: DueRow, tried: TryRow): Promise<void> =>
  transact(scope, async (context) => {
    const { db, school, clock } = context;
    const now = clock.now();
    const isDone = isSuccess(tried.status);
    const { isOn, since } = await updateFailing(db, due.webhook_id, isDone ? null : now);
    if (!(await insertTry(db, school.school_id, delivery, tried))) return;
    const nextAt = isDone || !isOn ? null : nextTryAt(due.kind, tried.number, now);
    const state = isDone ? 'done' : nextAt === null ? 'failed' : 'waiting';
    await updateTried(db, delivery, { attempts: tried.number, state, nextAt });
    const reason = isDone || since === null ? null : offReasonOf(tried.status, since, now);
    if (reason !== null && (await updateSwitched(db, due.webhook_id, reason)))
      await appendEntry(db, now, null, 'webhook_changed', {
        what: reason,
        webhook: due.webhook_id,
        host: new URL(due.url).host,
      });
    else if (nextAt !== null)
      await emit(context, 'webhook_delivery_due', { delivery, tries: tried.number }, nextAt);
    // The webhook is locked, so no delivery is missed between queueing and this. After a success, the limit can rise,
    // so two deliveries leave the queue. A delivery that still finds no room returns to it.
    for (const next of await updateNextTurns(db, due.webhook_id, isDone ? 2 : 1))
      await emit(context, 'webhook_delivery_due', { delivery: next.id, tries: next.attempts });
  });

/** Makes try number `tries + 1` of a delivery. Simultaneous calls make it at most once. */
export const sendDelivery = async (
  scope: Scope,
  { delivery, tries }: { delivery: number; tries: number },
): Promise<void> => {
  const due = await claim(scope, delivery, tries);
  if (due === undefined) return;
  const at = scope.clock.now();
  const since = performance.now();
  const result = await call(scope, due);
  await conclude(scope, delivery, due, {
    number: tries + 1,
    at,
    took_ms: Math.round(performance.now() - since),
    ...result,
  });
};

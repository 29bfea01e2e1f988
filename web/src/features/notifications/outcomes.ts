import type { Notification } from '#contract/notifications/endpoints.ts';
import type { NotificationOutcome } from '../../lib/notification-parts.ts';
import { createStore } from '../../lib/store.ts';

/** An answered notification. Its row stays in place with the outcome until the user leaves the list. */
interface Answered {
  readonly item: Notification;
  readonly outcome: NotificationOutcome;
}

export const outcomes = createStore<ReadonlyMap<string, Answered>>(new Map());

export const storeOutcome = (item: Notification, outcome: NotificationOutcome): void =>
  outcomes.set(new Map(outcomes.get()).set(item.id, { item: { ...item, isRead: true }, outcome }));

export const clearOutcomes = (): void => outcomes.set(new Map());

/** Returns the list with the answered notifications that the server no longer returns, in their places. */
export function withAnswered(
  items: readonly Notification[],
  answered: ReadonlyMap<string, Answered>,
): Notification[] {
  const known = new Set(items.map(({ id }) => id));
  const gone = [...answered.values()].flatMap(({ item }) => (known.has(item.id) ? [] : [item]));
  return gone.length === 0
    ? [...items]
    : [...items, ...gone].toSorted((a, b) => b.at.localeCompare(a.at));
}

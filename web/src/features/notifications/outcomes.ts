import type { Notification } from '#contract/notifications/endpoints.ts';
import type { NotificationOutcome } from '../../lib/notification-parts.ts';
import { createStore } from '../../lib/store.ts';

/** A notification that the user answered or looked at. Its row stays in place until the user leaves the list. */
interface Answered {
  readonly item: Notification;
  readonly outcome?: NotificationOutcome;
}

export const outcomes = createStore<ReadonlyMap<string, Answered>>(new Map());

export const storeOutcome = (item: Notification, outcome: NotificationOutcome): void =>
  outcomes.set(new Map(outcomes.get()).set(item.id, { item: { ...item, isRead: true }, outcome }));

/** Keeps the row of a notification that was read by looking at it, even if the list shows only unread ones. */
export const keepRow = (item: Notification): void =>
  outcomes.set(new Map([[item.id, { item: { ...item, isRead: true } }], ...outcomes.get()]));

/** Stops keeping the row of a deleted notification. */
export const forgetRow = (id: string): void =>
  outcomes.set(new Map([...outcomes.get()].filter(([one]) => one !== id)));

export const clearOutcomes = (): void => outcomes.set(new Map());

/** Returns the list with the answered and read notifications that the server no longer returns, in their places. */
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

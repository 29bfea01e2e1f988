import type { Notification } from '#contract/notifications/endpoints.ts';
import type { NotificationOutcome } from '../../lib/notification-parts.ts';
import { createStore } from '../../lib/store.ts';

/** A notification that the user answered or looked at. Its row stays in place until the user leaves the list. */
interface KeptRow {
  readonly item: Notification;
  readonly outcome?: NotificationOutcome;
}

export const keptRows = createStore<ReadonlyMap<string, KeptRow>>(new Map());

export const keepAnsweredRow = (item: Notification, outcome: NotificationOutcome): void =>
  keptRows.set(new Map(keptRows.get()).set(item.id, { item: { ...item, isRead: true }, outcome }));

/** Keeps the row of a notification that was read by looking at it, even if the list shows only unread ones. */
export const keepReadRow = (item: Notification): void =>
  keptRows.set(new Map([[item.id, { item: { ...item, isRead: true } }], ...keptRows.get()]));

/** Stops keeping the row of a deleted notification. */
export const dropRow = (id: string): void =>
  keptRows.set(new Map([...keptRows.get()].filter(([one]) => one !== id)));

export const clearKeptRows = (): void => keptRows.set(new Map());

/** Returns the list with the answered and read notifications that the server no longer returns, in their places. */
export function withKeptRows(
  items: readonly Notification[],
  kept: ReadonlyMap<string, KeptRow>,
): Notification[] {
  const known = new Set(items.map(({ id }) => id));
  const gone = [...kept.values()].flatMap(({ item }) => (known.has(item.id) ? [] : [item]));
  return gone.length === 0
    ? [...items]
    : [...items, ...gone].toSorted((a, b) => b.at.localeCompare(a.at));
}

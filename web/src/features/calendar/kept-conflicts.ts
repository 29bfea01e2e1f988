import { useState } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const key = 'calendar-kept-conflicts';
/** The list has only the newest ones, because past conflicts don't matter. */
const most = 200;

const pairOf = (one: string, other: string): string => [one, other].toSorted().join(' ');

const stored = (): string[] => {
  try {
    const pairs: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(pairs) ? pairs.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

/** The conflicts that the user has chosen to keep. They are stored on this device. */
export function useKeptConflicts() {
  const [pairs, setPairs] = useState(stored);
  const store = (next: string[]) => {
    writeStored(key, JSON.stringify(next));
    setPairs(next);
  };
  return {
    isKept: (item: CalendarItem, other: { readonly key: string }) =>
      pairs.includes(pairOf(item.key, other.key)),
    keep: (item: CalendarItem, others: readonly { readonly key: string }[]) =>
      store([...pairs, ...others.map((other) => pairOf(item.key, other.key))].slice(-most)),
    undo: () => store(pairs),
  };
}

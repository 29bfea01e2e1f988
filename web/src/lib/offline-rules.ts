import type { QueryKey } from '@tanstack/react-query';
import { offlinePageCalls, offlinePartCalls } from '#contract/offline-calls.ts';

/** Limits per device and person. */
export const offlineLimits = {
  ageMs: 7 * 24 * 3_600_000,
  replies: 200,
  bytes: 20 * 1024 * 1024,
  pages: 50,
} as const;

const pageCalls: ReadonlySet<unknown> = new Set(offlinePageCalls);
const partCalls: ReadonlySet<unknown> = new Set(offlinePartCalls);

/** Returns whether a page is about this query. */
export const isPageQuery = ([call]: QueryKey): boolean => pageCalls.has(call);
/** Returns whether the reply of this query may be stored on the device. */
export const isStorable = (key: QueryKey): boolean => isPageQuery(key) || partCalls.has(key[0]);

/** Returns a reply as JSON, without the part of a file's address that proves access to it (contract/src/uploads). */
export const withoutProofs = (reply: unknown): string =>
  JSON.stringify(reply).replaceAll(/("\/files\/[^"?]*)\?[^"]*/g, '$1');

interface Stored {
  readonly updatedAt: number;
  readonly bytes: number;
}

/** Returns the entries to delete: too old, then the oldest beyond the limits of number and size. */
export function beyondLimits<T extends Stored>(
  stored: readonly T[],
  now: number,
  { ageMs, replies, bytes }: { ageMs: number; replies: number; bytes: number } = offlineLimits,
): T[] {
  let [count, size] = [0, 0];
  return stored
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .filter((one) => {
      count += 1;
      size += one.bytes;
      return now - one.updatedAt > ageMs || count > replies || size > bytes;
    });
}

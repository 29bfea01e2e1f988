import type { Pool } from './database.ts';

/** What somebody has used of something, in the window that is open for them. */
export interface Window {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  used: number;
}

/** Windows kept in mind; past that the oldest go. */
const kept = 50_000;

export type Meter = ReturnType<typeof openMeter>;

/**
 * Counts in the process, in windows of so many seconds: a count that cost a write would make what is counted as dear as a change.
 * With several server processes each counts for itself, so a limit is at most that many times as high.
 */
export const openMeter = (seconds: number) => {
  const windows = new Map<string, Window>();
  /** The window open for somebody at `now`, if one is. */
  const find = (key: string, now: number): Window | undefined => {
    const found = windows.get(key);
    return found !== undefined && found.endsAt > now ? found : undefined;
  };
  /** The same; one begins where none is open. */
  const open = (key: string, now: number): Window => {
    const found = find(key, now);
    if (found !== undefined) return found;
    if (windows.size >= kept) for (const [one, { endsAt }] of windows) if (endsAt <= now || windows.size >= kept) windows.delete(one);
    const fresh = { endsAt: now + seconds * 1000, used: 0 };
    windows.set(key, fresh);
    return fresh;
  };
  return { find, open };
};

/** A meter for each installation a process serves. */
export const openMeters = (seconds: number): ((pool: Pool) => Meter) => {
  const meters = new WeakMap<Pool, Meter>();
  return (pool) => {
    const meter = meters.get(pool) ?? openMeter(seconds);
    meters.set(pool, meter);
    return meter;
  };
};

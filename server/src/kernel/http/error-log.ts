import type { Clock } from '../clock.ts';
import { setBounded } from '../bounded-map.ts';
import type { Log } from '../log.ts';

/** A refused caller, as far as known, and the error code. Contains nothing of the request. */
export interface LoggedError {
  readonly code: string;
  readonly school?: string | undefined;
  readonly user?: number | undefined;
  readonly address?: string | undefined;
  readonly call?: string | undefined;
}
export type LogError = (one: LoggedError) => void;

/** Milliseconds without an error after which a caller and code count as new. */
const calmMs = 600_000;
/** Maximum callers and codes in memory. */
const most = 10_000;

/**
 * Logs refused calls: the first, tenth, hundredth and so on for each caller and code. The log shows the extent of misuse without filling
 * the disk.
 */
export const openErrorLog = (log: Pick<Log, 'info' | 'warn'>, clock: Clock): LogError => {
  const counted = new Map<string, { times: number; at: number }>();
  return (one) => {
    const key = `${one.code} ${one.school ?? ''} ${one.user ?? one.address ?? ''}`;
    const now = clock.now().getTime();
    const known = counted.get(key);
    const count = known !== undefined && now - known.at < calmMs ? known : { times: 0, at: now };
    count.times += 1;
    count.at = now;
    if (count !== known) setBounded(counted, key, count, most);
    if (!Number.isInteger(Math.log10(count.times))) return;
    // A single error can happen to anyone.
    log[count.times === 1 ? 'info' : 'warn']({ ...one, times: count.times }, 'refused');
  };
};

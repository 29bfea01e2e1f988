import type { Clock } from '../clock.ts';
import { setBounded } from '../bounded-map.ts';
import type { Log } from '../log.ts';

/** Who was refused, as far as it is known, and what for. Nothing of what they sent. */
export interface LoggedError {
  readonly code: string;
  readonly school?: string | undefined;
  readonly user?: number | undefined;
  readonly address?: string | undefined;
  readonly call?: string | undefined;
}
export type LogError = (one: LoggedError) => void;

/** After so long without an error of the same kind somebody is written down as new, in milliseconds. */
const calmMs = 600_000;
/** Callers and codes that are remembered. */
const most = 10_000;

/**
 * Writes down who is refused what: the first time, the tenth, the hundredth and so on of one caller and code, so that misuse is
 * seen with its extent and does not fill the disk.
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
    // Once may happen to anybody.
    log[count.times === 1 ? 'info' : 'warn']({ ...one, times: count.times }, 'refused');
  };
};

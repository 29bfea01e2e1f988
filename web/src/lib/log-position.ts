import { readStored, writeStored } from './stored.ts';

/*
 * The newest position of the database's log that this browser has received. Each request sends it, so that no replica answers with
 * data from before our own changes. All tabs share it, and it survives a reload. After a minute it's no longer needed, because
 * the server doesn't use replicas that are seconds behind. An older one could be from before the database was restored.
 */

const key = 'commons.position';
const lifetimeMs = 60_000;
const start = '0/0';
const pattern = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i;

interface Known {
  readonly position: string;
  readonly at: number;
}
/** The position if nothing can be stored. */
let own: Known = { position: start, at: 0 };

function numberOf(position: string): bigint {
  const [, high, low] = pattern.exec(position) ?? [];
  return high === undefined ? 0n : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

function readKnown(): Known {
  const [position = '', at = ''] = (readStored(key) ?? '').split(' ');
  return { position, at: Number(at) };
}

/** Returns the position to send, or `0/0` if there is none. */
export function logPosition(): string {
  const recent = [own, readKnown()].filter(({ at }) => Date.now() - at < lifetimeMs);
  return recent.reduce(
    (newest, { position }) => (numberOf(position) > numberOf(newest) ? position : newest),
    start,
  );
}

/** Stores the position of a reply or a packet, if it's newer than the known one. */
export function rememberPosition(position: string | null): void {
  if (position === null || numberOf(position) <= numberOf(logPosition())) return;
  own = { position, at: Date.now() };
  writeStored(key, `${position} ${own.at}`);
}

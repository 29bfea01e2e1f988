import type { CheckInKit } from '#contract/events/attendees.endpoints.ts';
import { dateAt, type ScanTime } from '#contract/events/scan-date.ts';
import { readTicket } from '#contract/events/ticket-code.ts';

/*
 * Evaluates a scan on the device: it verifies the ticket's signature with the event's public key, and uses the downloaded
 * list plus later scans on this device for entries. The server evaluates each scan again when it receives it.
 */
export type Attendee = CheckInKit['attendees'][number];

export const verdicts = ['valid', 'already_in', 'wrong_event', 'revoked', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

/** A scan as it is stored and sent. */
export interface Scan {
  clientId: string;
  /** RFC 3339, by the device's clock. */
  at: string;
  door: string | null;
  /** The scanned code; null if the person was found by name. */
  code: string | null;
  /** The registration; null if it isn't a ticket for this event. */
  ticket: string | null;
  /** The ticket holder, if the list contains them. */
  uid: string | null;
  seat: number;
  verdict: Verdict;
  /** Time and door of an earlier check-in. */
  first: { at: string; door: string | null } | null;
  /** True if this undoes the check-in. */
  isUndo: boolean;
  /** The time when the server received it, by the device's clock; null if pending. */
  sentAt: string | null;
  /** The server's result, if it differs. */
  corrected: Verdict | null;
}

export interface Entry {
  at: string;
  door: string | null;
}

/** Check-ins by registration and seat. */
export interface Entries {
  readonly size: number;
  get: (key: string) => Entry | undefined;
}
export const seatKey = (ticket: string, seat: number): string => `${ticket} ${seat}`;

/** Values derived from the list, computed once per list, since it may contain thousands of people. */
export interface ListIndex {
  readonly byTicket: ReadonlyMap<string, Attendee>;
  /** By date of a series; '' if there is only one. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
}
const noEntries: ReadonlyMap<string, Entry> = new Map();
const indexes = new WeakMap<readonly Attendee[], ListIndex>();

export function indexOf(attendees: readonly Attendee[]): ListIndex {
  const known = indexes.get(attendees);
  if (known !== undefined) return known;
  const entries = new Map<string, Map<string, Entry>>();
  for (const { ticket, entries: of } of attendees)
    for (const { seat, occurrence, at, door } of of) {
      const ofDate = entries.get(occurrence ?? '') ?? new Map<string, Entry>();
      entries.set(occurrence ?? '', ofDate.set(seatKey(ticket, seat), { at, door }));
    }
  const index = { byTicket: new Map(attendees.map((one) => [one.ticket, one])), entries };
  indexes.set(attendees, index);
  return index;
}

/** A list with the time it was received. */
export interface List {
  readonly attendees: readonly Attendee[];
  readonly times: readonly ScanTime[];
  readonly receivedAt: string;
}

/**
 * Returns who is checked in at an instant (RFC 3339): the list's entries plus this device's scans that the list doesn't
 * include. For series with one registration, it uses the date nearest to the instant.
 */
export function entriesOf(
  { attendees, times, receivedAt: listAt }: List,
  scans: readonly Scan[],
  now: string,
): Entries {
  const date = dateAt(times, now);
  const entries = indexOf(attendees).entries.get(date) ?? noEntries;
  // The differences to the list; null for an undone entry.
  const changes = new Map<string, Entry | null>();
  const get = (key: string): Entry | undefined => {
    const change = changes.get(key);
    return change === undefined ? entries.get(key) : (change ?? undefined);
  };
  for (const { ticket, seat, at, door, verdict, isUndo, corrected, sentAt } of scans) {
    if (ticket === null || (sentAt !== null && sentAt <= listAt)) continue;
    if (dateAt(times, at) !== date) continue;
    const key = seatKey(ticket, seat);
    const previous = get(key);
    if (isUndo) changes.set(key, null);
    else if ((corrected ?? verdict) === 'valid' && (previous === undefined || at < previous.at))
      changes.set(key, { at, door });
  }
  let { size } = entries;
  for (const [key, change] of changes) size += Number(change !== null) - Number(entries.has(key));
  return { size, get };
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

/** Imports an event's public key. Returns null if the browser doesn't support Ed25519. */
export const readKey = (publicKey: string): Promise<CryptoKey | null> =>
  crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']).then(
    (key) => key,
    () => null,
  );

export interface ScanContext {
  eventId: string;
  key: CryptoKey | null;
  /** The date of the series; null if there is only one, or people registered for all. */
  occurrence: string | null;
  attendees: ReadonlyMap<string, Attendee>;
  revoked: ReadonlySet<string>;
  entries: Entries;
}

export interface ScanVerdict {
  verdict: Verdict;
  ticket: string | null;
  seat: number;
  first: Entry | null;
}

const refused = (verdict: 'unknown' | 'wrong_event'): ScanVerdict => ({
  verdict,
  ticket: null,
  seat: 0,
  first: null,
});

/** Returns whether a registration is for this date, or for all. */
export const isOfTime = ({ occurrence }: Attendee, time: string | null): boolean =>
  time === null || occurrence === null || occurrence === time;

/** Returns the result for a registration with a valid ticket, or found by name. */
export function verifySeat(door: ScanContext, ticket: string, seat: number): ScanVerdict {
  const attendee = door.attendees.get(ticket);
  // A spot on another date of the same event.
  if (attendee && !isOfTime(attendee, door.occurrence)) return refused('wrong_event');
  const first = door.entries.get(seatKey(ticket, seat)) ?? null;
  const isGone = door.revoked.has(ticket) || (attendee !== undefined && seat >= attendee.seats);
  return {
    verdict: isGone ? 'revoked' : first === null ? 'valid' : 'already_in',
    ticket,
    seat,
    first: isGone ? null : first,
  };
}

/** Evaluates a code from the camera or a handheld scanner. */
export async function verifyCode(door: ScanContext, text: string): Promise<ScanVerdict> {
  const code = readTicket(text);
  if (code === undefined) return refused('unknown');
  if (code.event !== door.eventId) return refused('wrong_event');
  // True if the ticket is genuine. If the browser can't verify it, the list has to contain it.
  const isGenuine =
    door.key === null
      ? door.attendees.has(code.ticket)
      : await crypto.subtle
          .verify('Ed25519', door.key, code.signature as BufferSource, code.signed as BufferSource)
          .catch(() => false);
  return isGenuine ? verifySeat(door, code.ticket, code.seat) : refused('unknown');
}

import type { CheckInKit } from '#contract/events/attendees.endpoints.ts';
import { dateAt, type ScanTime } from '#contract/events/scan-date.ts';
import { readTicket } from '#contract/events/ticket-code.ts';

/*
 * What a scan means, worked out on the device: the ticket's signature is checked with the event's public key, and entries come from
 * the list that was downloaded and the scans made here since. The server judges the same anew when it receives them.
 */
export type Attendee = CheckInKit['attendees'][number];

export const verdicts = ['valid', 'already_in', 'wrong_event', 'revoked', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

/** One scan, as it is stored and sent. */
export interface Scan {
  clientId: string;
  /** RFC 3339, by the clock of the device. */
  at: string;
  door: string | null;
  /** What was read; null where the person was found by name. */
  code: string | null;
  /** The registration; null of what is no ticket of this event. */
  ticket: string | null;
  /** Whose it is, where the list knows. */
  uid: string | null;
  seat: number;
  verdict: Verdict;
  /** When and where they came in before. */
  first: { at: string; door: string | null } | null;
  /** Takes the entry back. */
  isUndo: boolean;
  /** When the server took it, by the clock of the device; null while it waits. */
  sentAt: string | null;
  /** What the server said, where it judged otherwise. */
  corrected: Verdict | null;
}

export interface Entry {
  at: string;
  door: string | null;
}

/** Who is in, by registration and seat. */
export interface Entries {
  readonly size: number;
  get: (key: string) => Entry | undefined;
}
export const seatKey = (ticket: string, seat: number): string => `${ticket} ${seat}`;

/** What follows from a list alone; worked out once for each that comes, since it may name thousands. */
export interface ListIndex {
  readonly byTicket: ReadonlyMap<string, Attendee>;
  /** By the time of a series that they came to; '' where there is none to tell apart. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
}
const nobody: ReadonlyMap<string, Entry> = new Map();
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

/** A list as it came, and when. */
export interface List {
  readonly attendees: readonly Attendee[];
  readonly times: readonly ScanTime[];
  readonly receivedAt: string;
}

/**
 * Who is in at an instant (RFC 3339): what the list said when it came, and what was scanned here that it cannot know. Of a series for
 * which people register once, those who came to the time that is nearest to it.
 */
export function entriesOf(
  { attendees, times, receivedAt: listAt }: List,
  scans: readonly Scan[],
  now: string,
): Entries {
  const date = dateAt(times, now);
  const entries = indexOf(attendees).entries.get(date) ?? nobody;
  // What differs from the list; null of an entry that was taken back.
  const changes = new Map<string, Entry | null>();
  const get = (key: string): Entry | undefined => {
    const change = changes.get(key);
    return change === undefined ? entries.get(key) : (change ?? undefined);
  };
  for (const { ticket, seat, at, door, verdict, isUndo, corrected, sentAt } of scans) {
    if (ticket === null || (sentAt !== null && sentAt <= listAt)) continue;
    if (dateAt(times, at) !== date) continue;
    const key = seatKey(ticket, seat);
    const former = get(key);
    if (isUndo) changes.set(key, null);
    else if ((corrected ?? verdict) === 'valid' && (former === undefined || at < former.at))
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

/** The key of an event as the browser takes it; null where the browser does not know Ed25519. */
export const readKey = (publicKey: string): Promise<CryptoKey | null> =>
  crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']).then(
    (key) => key,
    () => null,
  );

export interface Door {
  eventId: string;
  key: CryptoKey | null;
  /** Which of its times this is; null where there is one, or people registered for all. */
  occurrence: string | null;
  attendees: ReadonlyMap<string, Attendee>;
  revoked: ReadonlySet<string>;
  entries: Entries;
}

export interface Judged {
  verdict: Verdict;
  ticket: string | null;
  seat: number;
  first: Entry | null;
}

const refused = (verdict: 'unknown' | 'wrong_event'): Judged => ({
  verdict,
  ticket: null,
  seat: 0,
  first: null,
});

/** Whether somebody's place is for a time of the event, or for all. */
export const isOfTime = ({ occurrence }: Attendee, time: string | null): boolean =>
  time === null || occurrence === null || occurrence === time;

/** What follows for a registration whose ticket is genuine, or that was found by name. */
export function judgeSeat(door: Door, ticket: string, seat: number): Judged {
  const attendee = door.attendees.get(ticket);
  // A place at another date of the same event.
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

/** Reads what a camera or a hand scanner gave. */
export async function judgeCode(door: Door, text: string): Promise<Judged> {
  const code = readTicket(text);
  if (code === undefined) return refused('unknown');
  if (code.event !== door.eventId) return refused('wrong_event');
  // Whether it is genuine: with a browser that cannot tell, the list has to know it.
  const isGenuine =
    door.key === null
      ? door.attendees.has(code.ticket)
      : await crypto.subtle
          .verify('Ed25519', door.key, code.signature as BufferSource, code.signed as BufferSource)
          .catch(() => false);
  return isGenuine ? judgeSeat(door, code.ticket, code.seat) : refused('unknown');
}

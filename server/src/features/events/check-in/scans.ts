import { readTicket, type ReadTicket } from '#contract/events/ticket-code.ts';
import type { ScanResult } from '#contract/events/limits.ts';
import type { sendCheckIns } from '#contract/events/attendees.endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Call } from '../../../kernel/handle.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { found, idOf } from '../../../kernel/sql.ts';
import { ticketed } from '../events.rules.ts';
import * as queries from './check-in.queries.ts';
import type { NewScan, ScannedRow } from './check-in.queries.ts';
import { isGenuine } from '../keys/event-keys.ts';
import { selectEventKey, selectEventKeys } from '../keys/event-keys.queries.ts';

/* What comes of scans: which ticket each of them is, and which was the first of its place. */

type Scan = HandlerInput<typeof sendCheckIns>['scans'][number];

/** A scan that names a registration with a place, or why it names none. */
type Read =
  | { readonly scan: Scan; readonly refused: Exclude<ScanResult, 'valid' | 'already_in'> }
  | { readonly scan: Scan; readonly row: ScannedRow; readonly seat: number };

/** Public keys of other events that tickets name, to tell a ticket of theirs from a forged one. */
const keysOfOthers = async (
  call: Call,
  event: number,
  tickets: readonly (ReadTicket | undefined)[],
): Promise<ReadonlyMap<string, string>> => {
  const others = tickets.flatMap((ticket) =>
    ticket === undefined || ticket.event === String(event) ? [] : [idOf(ticket.event)],
  );
  if (others.length === 0) return new Map();
  const keys = await selectEventKeys(call.db, [...new Set(others)]);
  return new Map(keys.map((key) => [String(key.event_id), key.public_key]));
};

const readScans = async (
  call: Call,
  { event, original }: { event: number; original: string | null },
  scans: readonly Scan[],
): Promise<Read[]> => {
  const { public_key: own } = found(await selectEventKey(call.db, event));
  const tickets = scans.map(({ ticket }) =>
    ticket === undefined ? undefined : readTicket(ticket),
  );
  const others = await keysOfOthers(call, event, tickets);
  const rows = await queries.selectScanned(call.db, event, {
    tickets: tickets.flatMap((one) => (one?.event === String(event) ? [idOf(one.ticket)] : [])),
    people: scans.flatMap(({ uid }) => (uid === undefined ? [] : [idOf(uid)])),
  });
  return scans.map((scan, place): Read => {
    const ticket = tickets[place];
    if (scan.uid === undefined) {
      if (ticket === undefined) return { scan, refused: 'unknown' };
      const key = ticket.event === String(event) ? own : others.get(ticket.event);
      if (key === undefined || !isGenuine(ticket, key)) return { scan, refused: 'unknown' };
      if (ticket.event !== String(event)) return { scan, refused: 'wrong_event' };
    }
    const ofTime = (row: ScannedRow) =>
      original === null || row.original === '' || row.original === original;
    const named = rows.filter((row) =>
      ticket === undefined
        ? String(row.user_id) === scan.uid && ofTime(row)
        : String(row.id) === ticket.ticket,
    );
    const row = named.find(({ status }) => ticketed.includes(status)) ?? named[0];
    if (row === undefined) return { scan, refused: 'unknown' };
    if (!ofTime(row)) return { scan, refused: 'wrong_event' };
    const seat = ticket?.seat ?? scan.seat ?? 0;
    if (!ticketed.includes(row.status) || seat > row.guests) return { scan, refused: 'revoked' };
    return { scan, row, seat };
  });
};

/** Keeps scans, and answers of each what it was. The earliest of a place counts, whichever phone sends it first. */
export const storeScans = async (
  call: Call,
  place: { event: number; original: string | null },
  scans: readonly Scan[],
) => {
  const { db, schoolId, me, now } = call;
  const read = await readScans(call, place, scans);
  const named = read.flatMap((one) => ('row' in one ? [one] : []));
  const stored = named.map(({ scan, row, seat }): NewScan => ({
    clientId: scan.clientId,
    registration: row.id,
    seat,
    // A phone whose clock is fast saw nobody in the future.
    at: new Date(Math.min(Date.parse(scan.at), now.getTime())),
    door: scan.door ?? null,
    isUndo: scan.undo === true,
  }));
  await queries.insertScans(db, schoolId, { event: place.event, by: me.userId, now }, stored);
  await attend(call, place.event, [...new Set(named.map(({ row }) => row.id))]);
  const entries = await queries.selectEntries(
    db,
    named.map(({ row }) => row.id),
  );
  return read.map((one) => {
    const { clientId } = one.scan;
    if ('refused' in one) return { clientId, result: one.refused };
    const person = { uid: String(one.row.user_id), seat: one.seat };
    const entry = entries.find(
      (each) => each.registration_id === one.row.id && each.seat === one.seat,
    );
    if (one.scan.undo === true || entry === undefined)
      return { clientId, result: 'valid' as const, ...person };
    return {
      clientId,
      result: entry.client_id === clientId ? ('valid' as const) : ('already_in' as const),
      ...person,
      firstAt: entry.at.toISOString(),
      firstDoor: entry.door,
    };
  });
};

/** Makes attended who was let in, and tells of it. */
export const attend = async (
  call: Call,
  event: number,
  registrations: readonly number[],
): Promise<void> => {
  if (registrations.length === 0) return;
  const came = await queries.updateAttendance(call.db, registrations, call.now);
  for (const original of new Set(came.map((one) => one.original)))
    await emit(call, 'event_attended', {
      event,
      original,
      people: came.filter((one) => one.original === original).map(({ id }) => id),
    });
};

import { readTicket, type ReadTicket } from '#contract/events/ticket-code.ts';
import { eventLimits as limits, type ScanResult } from '#contract/events/limits.ts';
import { dateAt, type ScanTime } from '#contract/events/scan-date.ts';
import type { sendCheckIns } from '#contract/events/attendees.endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Call } from '../../../kernel/handle.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import type { EventRow } from '../events.queries.ts';
import { ticketed } from '../events.rules.ts';
import * as queries from './check-in.queries.ts';
import type { EntryRow, NewScan, ScannedRow } from './check-in.queries.ts';
import { verifyTickets } from '../keys/event-keys.ts';
import { selectEventKey, selectEventKeys } from '../keys/event-keys.queries.ts';

/* The evaluation of scans: the ticket of each, and which was the first of its seat. */

/** Returns the current dates if people register once for all of them, because a ticket is valid for each. Otherwise none. */
export const scanTimesOf = async (call: Call, row: EventRow): Promise<ScanTime[]> =>
  row.registration === 'event' && row.series.rule !== null
    ? queries.selectTimesNear(call.db, row.id, { at: call.now, size: limits.timesNear })
    : [];

type Scan = HandlerInput<typeof sendCheckIns>['scans'][number];

/** The registration of a scan, or the reason why there is none. */
type Read =
  | { readonly scan: Scan; readonly refused: Exclude<ScanResult, 'valid' | 'already_in'> }
  | { readonly scan: Scan; readonly row: ScannedRow; readonly seat: number };

/** Selects the public keys of other events in tickets, to distinguish their tickets from forged ones. */
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
  const { public_key: own } = orNotFound(await selectEventKey(call.db, event));
  const tickets = scans.map(({ ticket }) =>
    ticket === undefined ? undefined : readTicket(ticket),
  );
  const others = await keysOfOthers(call, event, tickets);
  const rows = await queries.selectScanned(call.db, event, {
    tickets: tickets.flatMap((one) => (one?.event === String(event) ? [idOf(one.ticket)] : [])),
    people: scans.flatMap(({ uid }) => (uid === undefined ? [] : [idOf(uid)])),
  });
  const signed = tickets.flatMap((ticket, index) => {
    const publicKey = ticket?.event === String(event) ? own : others.get(ticket?.event ?? '');
    return ticket === undefined || publicKey === undefined ? [] : [{ index, ticket, publicKey }];
  });
  const answers = await verifyTickets(signed);
  const genuine = new Set(signed.flatMap(({ index }, nth) => (answers[nth] ? [index] : [])));
  const ofPerson = Map.groupBy(rows, (row) => String(row.user_id));
  const ofTicket = Map.groupBy(rows, (row) => String(row.id));
  return scans.map((scan, index): Read => {
    const ticket = tickets[index];
    if (scan.uid === undefined) {
      if (ticket === undefined) return { scan, refused: 'unknown' };
      if (!genuine.has(index)) return { scan, refused: 'unknown' };
      if (ticket.event !== String(event)) return { scan, refused: 'wrong_event' };
    }
    const ofTime = (row: ScannedRow) =>
      original === null || row.original === '' || row.original === original;
    const named =
      ticket === undefined
        ? (ofPerson.get(scan.uid ?? '') ?? []).filter(ofTime)
        : (ofTicket.get(ticket.ticket) ?? []);
    const row = named.find(({ status }) => ticketed.includes(status)) ?? named[0];
    if (row === undefined) return { scan, refused: 'unknown' };
    if (!ofTime(row)) return { scan, refused: 'wrong_event' };
    const seat = ticket?.seat ?? scan.seat ?? 0;
    if (!ticketed.includes(row.status) || seat > row.guests) return { scan, refused: 'revoked' };
    return { scan, row, seat };
  });
};

/** Stores scans, and returns the result of each. The earliest scan of a seat counts, whichever phone sends it first. */
export const storeScans = async (
  call: Call,
  { row: event, original }: { row: EventRow; original: string | null },
  scans: readonly Scan[],
) => {
  const { db, schoolId, me, now } = call;
  const dateKey = { event: event.id, original };
  const times = await scanTimesOf(call, event);
  const read = await readScans(call, dateKey, scans);
  const named = read.flatMap((one) => ('row' in one ? [one] : []));
  // A phone whose clock is ahead must not admit people in the future.
  const instantOf = (scan: Scan) => new Date(Math.min(Date.parse(scan.at), now.getTime()));
  const dateOf = (scan: Scan) => dateAt(times, instantOf(scan).toISOString());
  const stored = named.map(({ scan, row, seat }): NewScan => ({
    clientId: scan.clientId,
    registration: row.id,
    seat,
    original: dateOf(scan),
    at: instantOf(scan),
    door: scan.door ?? null,
    isUndo: scan.undo === true,
  }));
  await queries.insertScans(db, schoolId, { event: dateKey.event, by: me.userId, now }, stored);
  const entries = await attend(call, dateKey.event, stored);
  const ofRegistration = Map.groupBy(entries, (entry) => entry.registration_id);
  return read.map((one) => {
    const { clientId } = one.scan;
    if ('refused' in one) return { clientId, result: one.refused };
    const person = { uid: String(one.row.user_id), seat: one.seat };
    const entry = ofRegistration
      .get(one.row.id)
      ?.find((each) => each.seat === one.seat && each.original === dateOf(one.scan));
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

/** Marks people admitted by these scans as attended, emits it once per date, and returns their admissions. */
export const attend = async (
  call: Call,
  event: number,
  scans: readonly NewScan[],
): Promise<EntryRow[]> => {
  if (scans.length === 0) return [];
  const registrations = [...new Set(scans.map(({ registration }) => registration))];
  const { came, left } = await queries.updateAttendance(call.db, registrations, call.now);
  const entries = await queries.selectEntries(call.db, registrations);
  const sent = new Set(scans.map(({ clientId }) => clientId));
  // For a series, emits each date that they came to. Otherwise, once.
  const dated = entries.filter(
    ({ seat, original, client_id: client }) => seat === 0 && original !== '' && sent.has(client),
  );
  const isDated = scans.some(({ original }) => original !== '');
  const reported = isDated ? dated.map(({ user_id: id, original }) => ({ id, original })) : came;
  for (const [original, people] of Map.groupBy(reported, (one) => one.original))
    await emit(call, 'event_attended', { event, original, people: people.map(({ id }) => id) });
  // A person whose admission was undone didn't come, or not on that date.
  const undone = scans.some(({ isUndo }) => isUndo)
    ? await queries.selectPeopleOf(
        call.db,
        scans.flatMap(({ isUndo, registration }) => (isUndo ? [registration] : [])),
      )
    : [];
  const away = [...new Set([...left.map(({ id }) => id), ...undone])];
  if (away.length > 0)
    await emit(call, 'event_not_attended', { event, original: '', people: away });
  return entries;
};

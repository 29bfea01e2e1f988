import * as events from '#contract/events/attendees.endpoints.ts';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { dateAt } from '#contract/events/scan-date.ts';
import { newClientId } from '#contract/client-id.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { faceView, fileUrl } from '../../people/people.views.ts';
import {
  changeableEvent,
  dateKeyOf,
  logEventAction,
  limitRate,
  managedEvent,
  seenEvent,
} from '../event-access.ts';
import { timesView } from '../event-times.ts';
import type { EventRow } from '../events.queries.ts';
import { spotsKey, ticketed } from '../events.rules.ts';
import { isNear, statusView, timeOfRow } from '../events.views.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { emitPromotions } from '../registration/promotions.ts';
import { registerPerson } from '../registration/registration.queries.ts';
import { lockOrdersOf, selectAwaitingRefund } from '../registration/ticket-orders.queries.ts';
import * as queries from './check-in.queries.ts';
import type { NamedRow, ScannedRow } from './check-in.queries.ts';
import { selectEventKey } from '../keys/event-keys.queries.ts';
import { attend, storeScans, scanTimesOf } from './scans.ts';

/** Rejects check-ins at canceled events. */
const refuseCanceled = ({ status }: EventRow): void => {
  if (status === 'canceled') throw problem('event_canceled');
};

/** Returns the date that people check in to. Null for the date of each ticket. */
const doorOf = (row: EventRow, occurrence: string | undefined): string | null =>
  occurrence === undefined || row.registration !== 'occurrence' ? null : row.original;

const kit = async (call: Call, row: EventRow, original: string | null) => {
  const [keys, people, revoked, times] = await Promise.all([
    selectEventKey(call.db, row.id),
    queries.selectKit(call.db, row.id, original),
    queries.selectRevoked(call.db, row.id),
    scanTimesOf(call, row),
  ]);
  const { dateStart, dateEnd, timeZone } = timesView(row.series, timeOfRow(row));
  return {
    publicKey: orNotFound(keys).public_key,
    event: { id: String(row.id), title: row.title, dateStart, dateEnd, timeZone },
    occurrence: original,
    attendees: people.map((one) => ({
      ticket: String(one.registration),
      uid: String(one.id),
      firstName: one.first_name,
      lastName: one.last_name,
      photoUrl: fileUrl(one.photo),
      status: statusView(one.status),
      seats: 1 + one.guests,
      occurrence: one.original === '' ? null : one.original,
      entries: one.entries.map(({ seat, original: date, at, door }) => ({
        seat,
        occurrence: date === '' ? null : date,
        at: new Date(at).toISOString(),
        door,
      })),
    })),
    times,
    revoked: revoked.map(String),
    asOf: call.now.toISOString(),
  };
};

/** Returns the keys in a line that can identify a person: the whole line, and the numbers in it, such as those of a swiped card. */
const keysOf = (line: string): string[] => [
  line,
  ...[...line.matchAll(/\d{4,16}/g)].map(([digits]) => digits),
];

type PasteResult =
  | 'checked_in'
  | 'already_in'
  | 'walk_in'
  | 'not_registered'
  | 'refund_open'
  | 'unknown';

const paste = async (call: Call, input: HandlerInput<typeof events.pasteCheckIns>) => {
  const { db, schoolId, me, now } = call;
  const row = await changeableEvent(call, input.id, input.occurrence);
  refuseCanceled(row);
  if (row.status !== 'published') throw problem('event_not_published');
  const original = dateKeyOf(row, input.occurrence);
  const at = input.at === undefined ? now : new Date(Math.min(Date.parse(input.at), now.getTime()));
  const date = dateAt(await scanTimesOf(call, row), at.toISOString());
  const lines = input.text
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim().toWellFormed().slice(0, 200) }))
    .filter(({ text }) => text !== '')
    .slice(0, limits.pasted);
  const keys = [...new Set(lines.flatMap(({ text }) => keysOf(text)))];
  const { visibility } = readerOf(call);
  await limitRate(call, 'pastedLines', lines.length);
  const named = await queries.selectNamed(db, visibility, { event: row.id, original, keys });
  const registered = await queries.selectScanned(db, row.id, {
    tickets: [],
    people: named.map(({ id }) => id),
  });
  const ofPerson = new Map<number, ScannedRow>(
    registered
      .filter((one) => one.original === original && ticketed.includes(one.status))
      .map((one) => [one.user_id, one]),
  );
  const entered = new Set(
    (
      await queries.selectEntries(
        db,
        [...ofPerson.values()].map(({ id }) => id),
      )
    )
      .filter((entry) => entry.seat === 0 && entry.original === date)
      .map((entry) => entry.registration_id),
  );
  const seen = new Set<number>();
  const walkIns: number[] = [];
  const place = { event: row.id, original };
  const people = named.map(({ id }) => id);
  // As in `registerSpots`, this waits for jobs that end or refund their orders.
  if (!input.isDry) await lockOrdersOf(db, place, people);
  const awaitingRefund = new Set(await selectAwaitingRefund(db, place, people));
  const rows = lines.map(({ line, text }) => {
    const own = keysOf(text);
    const person = named.find((one) =>
      own.some((key) => key.toLowerCase() === one.key.toLowerCase()),
    );
    const answer = (result: PasteResult, who: NamedRow | undefined) => ({
      line,
      text,
      result,
      person: who === undefined ? null : faceView(who),
    });
    if (person === undefined) return answer('unknown', undefined);
    const registration = ofPerson.get(person.id);
    if (seen.has(person.id) || (registration !== undefined && entered.has(registration.id)))
      return answer('already_in', person);
    if (registration === undefined) {
      if (!input.addsWalkIns) return answer('not_registered', person);
      if (awaitingRefund.has(person.id)) return answer('refund_open', person);
      seen.add(person.id);
      walkIns.push(person.id);
      return answer('walk_in', person);
    }
    seen.add(person.id);
    return answer('checked_in', person);
  });
  if (input.isDry || seen.size === 0) await logEventAction(call, row, 'list_checked');
  if (!input.isDry) {
    for (const person of walkIns) {
      const { promoted } = await registerPerson(call, {
        ...place,
        person,
        kind: null,
        guests: 0,
        wish: 'host',
        isHidden: false,
        isWalkIn: true,
        previousStatus: null,
        now,
      });
      await emitPromotions(call, place, promoted);
    }
    const scanned = (
      await queries.selectScanned(db, row.id, { tickets: [], people: [...seen] })
    ).filter((one) => one.original === original && ticketed.includes(one.status));
    const scans = scanned.map(({ id }) => ({
      clientId: newClientId(),
      registration: id,
      seat: 0,
      original: date,
      at,
      door: input.door ?? null,
      isUndo: false,
    }));
    await queries.insertScans(db, schoolId, { event: row.id, by: me.userId, now }, scans);
    await attend(call, row.id, scans);
    if (scanned.length > 0) await logEventAction(call, row, 'checked_in');
  }
  return { rows, checkedIn: seen.size };
};

/** Returns the code of a time step: six digits that depend on the installation's secret. */
const codeAt = (call: Call, event: number, original: string, step: number): string => {
  const mac = call.tokens.linkToken(`event-code:${call.schoolId}:${event}:${original}:${step}`);
  const number = Buffer.from(mac, 'base64url').readUInt32BE(0) % 1_000_000;
  return String(number).padStart(6, '0');
};
const stepMs = limits.codeSeconds * 1_000;

/** Tickets that one person can submit. A phone that was offline for hours sends 500 at a time, and each needs a signature check. */
const scanLimit = { max: 3_000, seconds: 60 };

export const checkInHandlers = [
  handle(events.getCheckInKit, async (call, { id, occurrence }) => {
    const row = await managedEvent(call, id, occurrence);
    refuseCanceled(row);
    return kit(call, row, doorOf(row, occurrence));
  }),

  handle(events.sendCheckIns, async (call, { id, occurrence, scans }) => {
    const { schoolId, me } = call;
    await countInMemory(call, `scans:${schoolId}:${me.userId}`, scanLimit, scans.length);
    const row = await managedEvent(call, id, occurrence);
    // Rejected, so that the phone keeps its scans.
    refuseCanceled(row);
    return { results: await storeScans(call, { row, original: doorOf(row, occurrence) }, scans) };
  }),

  handle(events.pasteCheckIns, async (call, input) => {
    await limitRate(call, 'write');
    return paste(call, input);
  }),

  handle(events.getSelfCheckInCode, async (call, { id, occurrence }) => {
    const row = await managedEvent(call, id, occurrence);
    refuseCanceled(row);
    const original = dateKeyOf(row, occurrence);
    const step = Math.floor(call.now.getTime() / stepMs);
    const code = codeAt(call, row.id, original, step);
    const time = original === '' ? '' : `&occurrence=${encodeURIComponent(original)}`;
    const date = dateAt(await scanTimesOf(call, row), call.now.toISOString());
    const counted = await queries.countPresence(call.db, { event: row.id, original, date });
    return {
      code,
      url: `${call.origin}/events/${row.id}/check-in?code=${code}${time}`,
      validUntil: new Date((step + 1) * stepMs).toISOString(),
      checkedIn: counted?.attended ?? 0,
      registered: counted?.registered ?? 0,
    };
  }),

  handle(events.selfCheckIn, async (call, { id, occurrence, code }) => {
    const { db, schoolId, me, now } = call;
    await limitRate(call, 'selfCheckIn');
    const row = await seenEvent(call, id, occurrence);
    if (row.status !== 'published') throw problem('event_canceled');
    const { mine } = row;
    if (mine === null || !ticketed.includes(mine.status) || mine.order_state === 'due')
      throw problem('not_registered');
    if (!isNear(timeOfRow(row), now)) throw problem('self_check_in_closed');
    const original = spotsKey(row);
    const step = Math.floor(now.getTime() / stepMs);
    const bare = code.replace(/\D/g, '');
    if (![step, step - 1].some((one) => codeAt(call, row.id, original, one) === bare))
      throw problem('self_check_in_code');
    const scan = {
      clientId: newClientId(),
      registration: mine.id,
      seat: 0,
      original: dateAt(await scanTimesOf(call, row), now.toISOString()),
      at: now,
      door: null,
      isUndo: false,
    };
    await queries.insertScans(db, schoolId, { event: row.id, by: me.userId, now }, [scan]);
    const entries = await attend(call, row.id, [scan]);
    const entry = entries.find((one) => one.seat === 0 && one.original === scan.original);
    return { status: 'attended' as const, at: (entry?.at ?? now).toISOString() };
  }),
];

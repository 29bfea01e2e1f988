import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { signedBytes, ticketText } from '#contract/events/ticket-code.ts';
import {
  entriesOf,
  verifyCode,
  readKey,
  seatKey,
  type Attendee,
  type ScanContext,
  type List,
  type Scan,
} from './check-in-rules.ts';

const eventId = '71';
let keys: CryptoKeyPair;
let publicKey = '';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

beforeAll(async () => {
  keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  publicKey = base64url(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
});

const ticketOf = async (ticket: string, seat = 0, event = eventId): Promise<string> => {
  const what = { event, ticket, seat };
  const signature = await crypto.subtle.sign(
    'Ed25519',
    keys.privateKey,
    signedBytes(what) as BufferSource,
  );
  return ticketText(what, new Uint8Array(signature));
};

const attendee = (ticket: string, seats = 1, entries: Attendee['entries'] = []): Attendee => ({
  ticket,
  uid: ticket,
  firstName: 'Ana',
  lastName: 'Silva',
  photoUrl: null,
  status: 'registered',
  seats,
  occurrence: null,
  entries,
});

const doorOf = async (
  attendees: readonly Attendee[],
  more: Partial<ScanContext> = {},
): Promise<ScanContext> => ({
  eventId,
  occurrence: null,
  key: await readKey(publicKey),
  attendees: new Map(attendees.map((one) => [one.ticket, one])),
  revoked: new Set(),
  entries: new Map(),
  ...more,
});

const scanOf = (part: Partial<Scan>): Scan => ({
  clientId: crypto.randomUUID(),
  at: '2026-11-24T18:00:00.000Z',
  door: null,
  code: null,
  ticket: '5',
  uid: '5',
  seat: 0,
  verdict: 'valid',
  first: null,
  isUndo: false,
  sentAt: null,
  corrected: null,
  ...part,
});

test('[EVENT-01] a ticket is valid once per guest, even if it isn’t on the list yet, unless revoked or for another event', async () => {
  const door = await doorOf([attendee('5', 2)]);
  expect(await verifyCode(door, await ticketOf('5'))).toMatchObject({ verdict: 'valid', seat: 0 });
  const entries = new Map([[seatKey('5', 0), { at: '2026-11-24T18:00:00Z', door: 'North' }]]);
  expect(await verifyCode({ ...door, entries }, await ticketOf('5'))).toMatchObject({
    verdict: 'already_in',
    first: { door: 'North' },
  });
  expect((await verifyCode({ ...door, entries }, await ticketOf('5', 1))).verdict).toBe('valid');
  expect((await verifyCode(door, await ticketOf('5', 2))).verdict).toBe('revoked');
  expect((await verifyCode(door, await ticketOf('9'))).verdict).toBe('valid');
  expect(
    (await verifyCode({ ...door, revoked: new Set(['5']) }, await ticketOf('5'))).verdict,
  ).toBe('revoked');
  expect((await verifyCode(door, await ticketOf('5', 0, '72'))).verdict).toBe('wrong_event');
  const weekly = await doorOf([{ ...attendee('5'), occurrence: '2026-11-24T18:00:00' }]);
  const [right, wrong] = ['2026-11-24T18:00:00', '2026-12-01T18:00:00'];
  expect((await verifyCode({ ...weekly, occurrence: right }, await ticketOf('5'))).verdict).toBe(
    'valid',
  );
  expect((await verifyCode({ ...weekly, occurrence: wrong }, await ticketOf('5'))).verdict).toBe(
    'wrong_event',
  );
});

test('[EVENT-01] a ticket with a changed letter is invalid, and a ticket typed in lowercase with spaces is valid', async () => {
  const door = await doorOf([attendee('5')]);
  const code = await ticketOf('5');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  await fc.assert(
    fc.asyncProperty(
      fc.nat(code.length - 1),
      fc.constantFrom(...letters),
      async (place, letter) => {
        fc.pre(code[place] !== letter);
        const forged = code.slice(0, place) + letter + code.slice(place + 1);
        expect((await verifyCode(door, forged)).verdict).not.toBe('valid');
      },
    ),
    { numRuns: 60 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 400 }), async (text) => {
      expect((await verifyCode(door, text)).verdict).toBe('unknown');
    }),
    { numRuns: 60 },
  );
  const typed = (code.toLowerCase().match(/.{1,5}/g) ?? []).join(' ');
  expect((await verifyCode(door, typed)).verdict).toBe('valid');
});

/** A list that was loaded at 18:10. */
const listOf = (attendees: readonly Attendee[], times: List['times'] = []): List => ({
  attendees,
  times,
  receivedAt: '2026-11-24T18:10:00.000Z',
});

test('[EVENT-01] in a series with one registration, a ticket is valid once per date', () => {
  const at = (day: number, time = '18:00') => `2026-11-${day}T${time}:00.000Z`;
  const times = [10, 17, 24].map((day) => ({
    occurrence: `2026-11-${day}T18:00:00`,
    dateStart: at(day),
    dateEnd: at(day, '20:00'),
  }));
  const entry = { seat: 0, occurrence: '2026-11-17T18:00:00', at: at(17, '18:05'), door: null };
  const list = listOf([attendee('5', 1, [entry])], times);
  expect(entriesOf(list, [], at(17, '19:00')).size).toBe(1);
  // A week later, no one is checked in yet, not even shortly before the start.
  expect(entriesOf(list, [], at(24, '17:45')).size).toBe(0);
  const scan = scanOf({ at: at(24, '17:50') });
  expect(entriesOf(list, [scan], at(24, '18:30')).size).toBe(1);
  const undo = scanOf({ at: at(24, '17:55'), isUndo: true });
  expect(entriesOf(list, [scan, undo], at(24, '18:30')).size).toBe(0);
  expect(entriesOf(list, [scan, undo], at(17, '19:00')).size).toBe(1);
});

test('[EVENT-01] the list and newer scans determine who is checked in', () => {
  const listAt = '2026-11-24T18:10:00.000Z';
  const entry = { seat: 0, occurrence: null, at: '2026-11-24T18:05:00.000Z', door: 'South' };
  const inside = entriesOf(listOf([attendee('5', 1, [entry])]), [], listAt);
  expect(inside.get(seatKey('5', 0))).toMatchObject({ door: 'South' });
  // The scan waits, or was sent after the list was loaded.
  expect(entriesOf(listOf([attendee('5')]), [scanOf({})], listAt).size).toBe(1);
  expect(
    entriesOf(listOf([attendee('5')]), [scanOf({ sentAt: '2026-11-24T18:11:00.000Z' })], listAt)
      .size,
  ).toBe(1);
  // The list includes the scan, and the fact that someone reversed it elsewhere.
  expect(
    entriesOf(listOf([attendee('5')]), [scanOf({ sentAt: '2026-11-24T18:09:00.000Z' })], listAt)
      .size,
  ).toBe(0);
  expect(
    entriesOf(listOf([attendee('5')]), [scanOf({}), scanOf({ isUndo: true })], listAt).size,
  ).toBe(0);
  expect(entriesOf(listOf([attendee('5')]), [scanOf({ corrected: 'revoked' })], listAt).size).toBe(
    0,
  );
});

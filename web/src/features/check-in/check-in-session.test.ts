import 'fake-indexeddb/auto';
import { createElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signedBytes, ticketText } from '#contract/events/ticket-code.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import type { Attendee } from '../door-scans/check-in-rules.ts';
import {
  codeOf,
  createCheckInSession,
  checkInCountsOf,
  type CheckInSession,
} from './check-in-session.ts';

const owner = '1';
/** Each test has its own event ID, because the tests share the device storage. */
let eventId = '70';
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
beforeEach(() => {
  eventId = String(Number(eventId) + 1);
});
// The code reader is WebAssembly, which this environment doesn't compile.
vi.mock('./camera.ts', () => ({ loadDetector: async () => undefined }));
const keepFilesOffline = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('../../lib/worker.ts', async (load) => ({
  ...(await load<typeof import('../../lib/worker.ts')>()),
  keepFilesOffline,
}));
beforeEach(() => {
  keepFilesOffline.mockReset().mockResolvedValue(true);
});
afterEach(() => {
  resetStage();
});

const ticketOf = async (ticket: string): Promise<string> => {
  const what = { event: eventId, ticket, seat: 0 };
  const bytes = signedBytes(what) as BufferSource;
  const signature = await crypto.subtle.sign('Ed25519', keys.privateKey, bytes);
  return ticketText(what, new Uint8Array(signature));
};
const attendee = (ticket: string): Attendee => ({
  ticket,
  uid: ticket,
  firstName: 'Ana',
  lastName: 'Silva',
  photoUrl: null,
  status: 'registered',
  seats: 1,
  occurrence: null,
  entries: [],
});

/** A server with two registered people; without a network, it doesn't respond. */
const serverOf = async () => {
  const net = { isUp: true };
  const gone = () => {
    throw new TypeError('Failed to fetch');
  };
  const kit = () => ({
    event: eventId,
    title: 'Poetry night',
    publicKey,
    attendees: [attendee('5'), attendee('6')],
    revoked: [],
    times: [],
    asOf: new Date().toISOString(),
  });
  const { asked } = await stage(createElement('p'), {
    answers: {
      'check-in-kit': () => (net.isUp ? kit() : gone()),
      'check-ins': () => (net.isUp ? { results: [] } : gone()),
    },
  });
  const sent = () =>
    asked.flatMap(({ path, body }) =>
      path === 'check-ins' ? (body as { scans: { clientId: string; undo?: boolean }[] }).scans : [],
    );
  return { net, sent };
};

const opened = async (): Promise<{ session: CheckInSession; close: () => void }> => {
  const session = createCheckInSession(owner, eventId, null);
  const close = session.open();
  await vi.waitFor(() => {
    expect(session.state.get().error).toBeNull();
    expect(session.state.get().kit).not.toBeNull();
  });
  return { session, close };
};
const figures = (session: CheckInSession) => {
  const { waiting, inside, expected } = checkInCountsOf(session.state.get(), null);
  return { waiting, inside, expected };
};

test('[EVENT-01] the device stores an offline scan, so the next page has it and sends it once online', async () => {
  const { net, sent } = await serverOf();
  const first = await opened();
  await first.session.sync();
  expect(figures(first.session)).toEqual({ waiting: 0, inside: 0, expected: 2 });

  net.isUp = false;
  const before = sent().length;
  expect(await first.session.scan(await ticketOf('5'), 'North')).toMatchObject({
    verdict: 'valid',
    ticket: '5',
    door: 'North',
  });
  // A code that stays in front of the camera counts as one scan.
  expect(await first.session.scan(await ticketOf('5'), 'North')).toBeNull();
  // It isn't checked again while the camera reads other codes, and the page shows no result, because it would be another ticket's.
  expect(first.session.state.get().scans.at(-1)?.code).toBe(codeOf(await ticketOf('5')));
  expect(await first.session.scan(`${await ticketOf('6')}x`, 'North')).toMatchObject({
    verdict: 'unknown',
  });
  await vi.waitFor(() => expect(first.session.state.get().isOffline).toBe(true));
  // The page closes before it has sent anything.
  first.close();

  const second = await opened();
  expect(figures(second.session)).toMatchObject({ inside: 1, expected: 2 });
  expect(await second.session.scan(await ticketOf('5'), 'South')).toMatchObject({
    verdict: 'already_in',
    first: { door: 'North' },
  });
  const waiting = figures(second.session).waiting;
  expect(waiting).toBe(3);

  const tried = sent().length;
  net.isUp = true;
  await vi.waitFor(async () => {
    await second.session.sync();
    expect(figures(second.session).waiting).toBe(0);
  });
  const ids = sent()
    .slice(tried)
    .map(({ clientId }) => clientId);
  expect(ids).toHaveLength(waiting);
  expect(new Set(ids).size).toBe(waiting);
  expect(before).toBe(0);
  second.close();
});

test('[EVENT-01] undoing a check-in makes the ticket valid again', async () => {
  const { sent } = await serverOf();
  const { session, close } = await opened();
  await session.sync();
  const scan = await session.scan(await ticketOf('6'), null);
  if (scan === null) throw new Error('no scan');
  expect(scan.verdict).toBe('valid');
  expect(figures(session).inside).toBe(1);
  await session.undo(scan);
  expect(figures(session).inside).toBe(0);
  expect(await session.scan(await ticketOf('6'), null)).toMatchObject({ verdict: 'valid' });
  await vi.waitFor(() => expect(sent().some(({ undo }) => undo === true)).toBe(true));
  close();
});

test('[EVENT-01] scans are sent while the browser is still storing files for offline use', async () => {
  keepFilesOffline.mockReturnValue(new Promise(() => undefined));
  const { sent } = await serverOf();
  const { session, close } = await opened();
  await vi.waitFor(() => expect(keepFilesOffline).toHaveBeenCalled());
  const scan = await session.scan(await ticketOf('5'), null);
  await vi.waitFor(() => expect(figures(session).waiting).toBe(0));
  expect(sent().map(({ clientId }) => clientId)).toContain(
    session.state.get().scans.at(-1)?.clientId,
  );
  expect(scan?.verdict).toBe('valid');
  close();
});

import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import {
  forgetKits,
  readAllScans,
  removeSent,
  saveScans,
  type StoredScan,
} from './check-in-store.ts';
import { WaitingNote } from './waiting-note.tsx';
import { sendKeptScans, waitingScans } from './waiting-scans.ts';

afterEach(() => {
  resetStage();
  waitingScans.set([]);
});

const scan = (clientId: string, more: Partial<StoredScan> = {}): StoredScan => ({
  clientId,
  owner: '1',
  eventId: 'talk',
  occurrence: null,
  at: '2027-01-15T10:00:00.000Z',
  door: null,
  code: `code-${clientId}`,
  ticket: clientId,
  uid: null,
  seat: 0,
  verdict: 'valid',
  first: null,
  isUndo: false,
  sentAt: null,
  corrected: null,
  ...more,
});
const stored = async (owner = '1') =>
  (await readAllScans(owner)).map(({ clientId, sentAt }) => [clientId, sentAt !== null]);

test('[EVENT-01] the note counts the user’s own waiting scans, keeps rejected ones and sends them by event and date', async () => {
  await saveScans([
    scan('a'),
    scan('b', { at: '2027-01-15T09:00:00.000Z' }),
    scan('c', { occurrence: '2027-01-16T10:00:00' }),
    scan('d', { eventId: 'ball' }),
    scan('e', { owner: '10' }),
  ]);
  let answer: () => unknown = () => failure(409, 'event_canceled');
  const { asked } = await stage(<WaitingNote />, { answers: { 'check-ins': () => answer() } });
  expect(await screen.findByText('4 scans on this device haven’t been sent')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  // Refused scans stay, with the reason.
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await stored()).toEqual([
    ['b', false],
    ['d', false],
    ['a', false],
    ['c', false],
  ]);
  answer = () => ({ results: [] });
  asked.length = 0;
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(screen.queryByText(/haven’t been sent/)).toBeNull());
  expect(asked.map(({ body }) => body)).toMatchObject([
    { scans: [{ clientId: 'b', ticket: 'code-b' }, { clientId: 'a' }] },
    { scans: [{ clientId: 'd' }] },
    { occurrence: '2027-01-16T10:00:00', scans: [{ clientId: 'c' }] },
  ]);
  expect(asked[0]?.body).not.toHaveProperty('occurrence');
  expect(await stored('10')).toEqual([['e', false]]);
});

test('[EVENT-01] the app sends waiting scans when it opens, and deletes sent ones after some hours or at logout', async () => {
  await forgetKits();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await saveScans([
    scan('f'),
    scan('g', { sentAt: hoursAgo(13) }),
    scan('h', { sentAt: hoursAgo(11) }),
  ]);
  await stage(null, { answers: { 'check-ins': () => ({ results: [] }) } });
  sendKeptScans();
  await waitFor(async () =>
    expect(await stored()).toEqual([
      ['f', true],
      ['h', true],
    ]),
  );
  await saveScans([scan('i')]);
  await removeSent();
  expect(await stored()).toHaveLength(3);
  await forgetKits();
  expect(await stored()).toEqual([['i', false]]);
});

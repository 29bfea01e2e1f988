import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listConnections } from '#contract/connections/calls.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { getProfile, listingFilters, mobilePeople } from '#contract/people/calls.ts';
import { listSuggestions } from '#contract/suggestions/calls.ts';
import { queryClient } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { dispatchLive } from '../../lib/live.ts';
import { subscribe } from './connections.live.ts';

const shows = [getProfile, mobilePeople, listingFilters, listSuggestions, listConnections];

/** The status between the viewer and Ben that the server returns. */
let status = 0;
let asked: string[] = [];
let stops: (() => void)[] = [];
let isDown = false;

const show = (key: string, input: object = {}) =>
  new QueryObserver(queryClient, {
    queryKey: [key, input],
    queryFn: async () => {
      asked.push(key);
      if (isDown) throw new CallError({ status: 503, code: 'unavailable', message: '' });
      return { uid: '2', connectionStatus: status };
    },
  }).subscribe(() => undefined);
const shown = (key: string, input: object = {}) =>
  queryClient.getQueryData<{ connectionStatus: number }>([key, input])?.connectionStatus;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  status = 0;
  isDown = false;
  stops = [
    subscribe(),
    ...[getProfile, mobilePeople, listingFilters, listSuggestions, listConnections, getMenu].map(
      (key) => show(key, { uid: '2' }),
    ),
  ];
  await pass(1);
  asked = [];
});
afterEach(async () => {
  for (const stop of stops) stop();
  queryClient.clear();
  await pass(60_000);
  vi.useRealTimers();
});

describe('after missed events', () => {
  test('the client reloads all connection data and nothing else', async () => {
    dispatchLive({ kind: 'resync' });
    await pass(60_000);
    asked = [];
    status = 3;
    dispatchLive({ kind: 'resync' });
    await pass(2_000);
    expect(asked.toSorted()).toEqual(shows.toSorted());
    for (const key of shows) expect(shown(key, { uid: '2' })).toBe(3);
    expect(shown(getMenu, { uid: '2' })).toBe(0);
  });

  test('hidden data becomes stale and reloads when the page shows it', async () => {
    const stop = show(getProfile, { uid: '9' });
    await pass(60_000);
    stop();
    asked = [];
    status = 1;
    dispatchLive({ kind: 'resync' });
    await pass(2_000);
    expect(shown(getProfile, { uid: '9' })).toBe(0);
    stops.push(show(getProfile, { uid: '9' }));
    await pass(1);
    expect(shown(getProfile, { uid: '9' })).toBe(1);
  });

  test('after its first connection, a new page repeats no requests, and an old page repeats all of them', async () => {
    dispatchLive({ kind: 'resync' });
    await pass(5_000);
    expect(asked).toEqual([]);
    expect(queryClient.getQueryState([getProfile, { uid: '2' }])?.isInvalidated).toBe(true);
    stops.shift()?.();
    stops.push(subscribe());
    await pass(60_000);
    dispatchLive({ kind: 'resync' });
    await pass(5_000);
    expect(asked.toSorted()).toEqual(shows.toSorted());
  });

  test('the client retries until the server responds, and many reconnects cause one request', async () => {
    await pass(60_000);
    isDown = true;
    status = 1;
    for (let n = 0; n < 20; n += 1) dispatchLive({ kind: 'resync' });
    await pass(5_000);
    isDown = false;
    asked = [];
    await pass(60_000);
    expect(asked.toSorted()).toEqual(shows.toSorted());
    expect(shown(getProfile, { uid: '2' })).toBe(1);
  });
});

test('another person’s change appears immediately in the open profile and the connection lists', async () => {
  status = 3;
  stops.push(show(getProfile, { uid: '5' }));
  await pass(1);
  asked = [];
  dispatchLive({ kind: 'connections_changed', uid: '2' });
  await pass(100);
  expect(asked.toSorted()).toEqual([getProfile, listConnections].toSorted());
  expect(shown(getProfile, { uid: '2' })).toBe(3);
  // Visible lists of people keep their rows but become stale.
  expect(shown(mobilePeople, { uid: '2' })).toBe(0);
  expect(queryClient.getQueryState([mobilePeople, { uid: '2' }])?.isInvalidated).toBe(true);
});

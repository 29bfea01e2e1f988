import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { offlinePageCalls, offlinePartCalls } from './offline-calls.ts';

const all = [...offlinePageCalls, ...offlinePartCalls];

test('devices store only reads that every member can make, each listed once', () => {
  expect(new Set(all).size).toBe(all.length);
  for (const call of all) {
    const declared = Object.values(endpoints).find(
      ({ method, path }) => `${method} ${path}` === call,
    );
    expect([call, declared?.access, declared?.method]).toEqual([call, 'member', 'GET']);
    expect([call, declared?.changesState, declared?.inClub, declared?.givesTokens]).toEqual([
      call,
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test('no stored call has the path of a ballot, payment, grade list, export, file, staff setting or key', () => {
  const sensitive =
    /\/(?:elections?|ballots?|finance|payments?|orders?|store|dues|budgets?|exports?|files?|grades|feeds|passwords|api-keys|account|school|attendees|check-in-kit|tokens?)(?:\/|$)/;
  expect(all.filter((call) => sensitive.test(call))).toEqual([]);
  // The pattern must still match real paths.
  const found = Object.values(endpoints).filter(({ path }) => sensitive.test(path));
  expect(found.length).toBeGreaterThan(100);
});

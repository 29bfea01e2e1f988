import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  changesOf,
  inZone,
  isGuestPriceValid,
  isPriceValid,
  newDraft,
  sentOf,
} from './event-draft.ts';
import { basisPointsOf } from '../../../lib/tax.ts';

test('[EVENT-01] a new event starts the next day between 8 AM and 8 PM by default and lasts two hours', () => {
  vi.useFakeTimers();
  for (let hour = 0; hour < 24; hour += 1) {
    vi.setSystemTime(new Date(2030, 4, 1, hour, 40));
    const { start, end } = newDraft('school');
    const begins = new Date(start ?? '');
    expect(begins.getDate()).toBe(2);
    expect(begins.getHours()).toBeGreaterThanOrEqual(8);
    expect(begins.getHours()).toBeLessThanOrEqual(20);
    expect(Date.parse(end ?? '') - begins.getTime()).toBe(2 * 3_600_000);
  }
  vi.useRealTimers();
});

test('[EVENT-01] changing the time zone keeps the local time, in summer and in winter', () => {
  // New York is 4 hours behind UTC in July and 5 in December; Berlin 2 and 1 ahead.
  expect(inZone('2030-07-01T14:00:00.000Z', 'America/New_York', 'Europe/Berlin')).toBe(
    '2030-07-01T08:00:00.000Z',
  );
  expect(inZone('2030-12-01T15:00:00.000Z', 'America/New_York', 'Europe/Berlin')).toBe(
    '2030-12-01T09:00:00.000Z',
  );
  expect(inZone(null, 'UTC', 'Asia/Tokyo')).toBeNull();
});

test('[EVENT-01] saving sends only changes and omits an unchanged recurrence rule', () => {
  const former = { ...newDraft('club:7'), rrule: 'FREQ=WEEKLY;COUNT=10;BYDAY=TU' };
  expect(changesOf(former, former)).toEqual({});
  expect(changesOf({ ...former, title: ' Party ' }, former)).toEqual({ title: 'Party' });
  const later = { ...former, end: '2031-01-01T00:00:00.000Z' };
  expect(changesOf(later, former)).toEqual({ dateEnd: later.end });
});

test('[EVENT-01] the form omits fields that don’t apply to the selected audience, location or limit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('school', 'hub', 'members', 'invited'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 500 }),
      (audience, isOnline, isLimited, capacity) => {
        const sent = sentOf({
          ...newDraft('club:7'),
          audience: audience as 'school',
          memberTags: ['choir'],
          invited: [{ uid: '3', firstName: 'Ben', lastName: '', photoUrl: null }],
          isOnline,
          onlineUrl: 'https://meet.example/x',
          isLimited,
          capacity,
        });
        expect(sent.memberTags).toEqual(audience === 'members' ? ['choir'] : []);
        expect(sent.invited).toEqual(audience === 'invited' ? ['3'] : []);
        expect(sent.onlineUrl).toBe(isOnline ? 'https://meet.example/x' : null);
        expect(sent.capacity).toBe(isLimited ? capacity : null);
      },
    ),
  );
});

test('[EVENT-03] renaming a ticket type keeps its price and tax', () => {
  const seat = {
    id: '5',
    name: 'Seat',
    description: '',
    quota: null,
    accessCode: '',
    isHidden: false,
    price: '11.90',
    currency: 'USD',
    tax: '19',
    guestsMax: 2,
    guestPrice: '5',
  };
  const former = { ...newDraft('club:7', 'USD'), ticketKinds: [seat] };
  const [sent] =
    changesOf({ ...former, ticketKinds: [{ ...seat, name: 'Chair' }] }, former).ticketKinds ?? [];
  expect(sent).toMatchObject({
    id: '5',
    name: 'Chair',
    price: { amount: 1190, currency: 'USD' },
    taxBasisPoints: 1900,
    guestsMax: 2,
    guestPrice: 500,
  });
  expect(sentOf({ ...former, ticketKinds: [{ ...seat, price: '' }] }).ticketKinds).toMatchObject([
    { price: null, taxBasisPoints: 0, guestPrice: null },
  ]);
  expect(['', '0', '8.25', '8,25', '100', '100.01', '-1', 'x', '1.234'].map(basisPointsOf)).toEqual(
    [0, 0, 825, 825, 10_000, null, null, null, null],
  );
  for (const price of ['0', '-5', '1.234', 'ten'])
    expect(isPriceValid({ ...seat, price })).toBe(false);
  expect(
    ['', '0', '-5', 'x'].map((guestPrice) => isGuestPriceValid({ ...seat, guestPrice })),
  ).toEqual([true, true, false, false]);
});

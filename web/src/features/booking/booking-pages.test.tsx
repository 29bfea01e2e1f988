import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../../testing/stage.tsx';
import { BookingPage } from './booking-page.tsx';
import { HoursPage } from './hours-page.tsx';
import type { Draft } from './offer-draft.ts';
import { WeekCard } from './week-card.tsx';

afterEach(resetStage);

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const slot = { slot: 's', dateStart: tomorrow, dateEnd: tomorrow, timeZone: 'UTC', left: 1 };
const person = (firstName: string) => ({ uid: '9', firstName, lastName: 'Silva', photoUrl: null });
const moving = (side: 'booked' | 'hosted', status: string) => ({
  booking: { id: '5', side, status, person: person('Ana'), dateStart: tomorrow },
  note: 'Bring your plan.',
  daysAhead: 60,
  cancelMinutes: 120,
  kind: {
    id: 'k',
    name: 'Help desk',
    minutes: 30,
    place: '',
    isOnline: false,
    questions: [{ id: 'q', label: 'What about?', isRequired: true, options: [] }],
    groupSize: 1,
    needsConfirmation: false,
    first: { ...slot, conflict: null },
  },
});

test.each([
  ['hosted', 'requested', 'Your meeting with Ana Silva was rescheduled'],
  ['booked', 'confirmed', 'Your meeting with Ana Silva was rescheduled'],
  ['booked', 'requested', 'Request sent to Ana Silva'],
] as const)(
  '[BOOK-01] rescheduling a %s meeting confirms the other person’s name and that it is %s',
  async (side, status, said) => {
    const page = moving(side, status);
    await stage(<BookingPage />, {
      at: '/booking?move=5',
      answers: {
        moving: () => page,
        slots: () => ({ items: [page.kind.first] }),
        5: () => page.booking,
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Book this time' }));
    expect(screen.queryByText('Bring your plan.') !== null).toBe(side === 'booked');
    fireEvent.click(await screen.findByRole('button', { name: /^Reschedule to this time, / }));
    expect(await screen.findByText(said)).toBeTruthy();
  },
);

const offer = {
  isOpen: true,
  timeZone: 'UTC',
  note: '',
  hours: [],
  exceptions: [],
  noticeMinutes: 0,
  cancelMinutes: 0,
  daysAhead: 30,
  dailyLimit: null,
  bufferBefore: 0,
  bufferAfter: 0,
  waitHours: null,
  version: 3,
  kinds: [],
  url: '/booking?uid=1',
  can: { offer: false },
};

test('[BOOK-01] a host who lost the permission can only close their availability', async () => {
  const replies = [offer, { ...offer, isOpen: false, version: 4 }];
  const { asked } = await stage(<HoursPage />, {
    at: '/booking/hours',
    answers: { 'booking-offer': () => replies.shift() },
  });
  expect(await screen.findByText(/people can’t book you/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop taking bookings' }));
  expect(await screen.findByText(/people whose role allows it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop taking bookings' })).toBeNull();
  expect(asked.find(({ body }) => body !== undefined)?.body).toMatchObject({
    isOpen: false,
    version: 3,
  });
});

test('[BOOK-01] a host copies the hours of one day to the days that they choose', async () => {
  const at = (from: string, weekday: number) => ({ from, to: '12:00', weekday });
  const draft = { hours: [at('09:00', 1), at('10:00', 5)] } as unknown as Draft;
  const changes: Partial<Draft>[] = [];
  await stage(<WeekCard draft={draft} onChange={(more) => changes.push(more)} />);
  // Days without hours have nothing to copy.
  expect(screen.getAllByRole('button', { name: /^Copy .*hours$/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Monday’s hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy Monday to' }));
  const copy = dialog.getByRole('button', { name: 'Copy' });
  fireEvent.click(copy);
  expect(changes).toEqual([]);
  for (const name of ['Wednesday', 'Friday'])
    fireEvent.click(dialog.getByRole('checkbox', { name }));
  fireEvent.click(copy);
  expect(changes).toEqual([{ hours: [at('09:00', 1), at('09:00', 3), at('09:00', 5)] }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { BookingSlot } from '#contract/booking/endpoints.ts';
import { listSlots } from '#contract/booking/calls.ts';
import { CallError } from '../../lib/call-error.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { BookingView } from './booking-view.tsx';
import type { BookingPageData } from './booking-page-data.ts';

afterEach(resetStage);

/** Tomorrow at an hour in local time. */
const at = (hour: number): string => {
  const time = new Date();
  time.setDate(time.getDate() + 1);
  time.setHours(hour, 0, 0, 0);
  return time.toISOString();
};
const slotAt = (hour: number, more: object = {}): BookingSlot =>
  ({
    slot: `s${hour}`,
    dateStart: at(hour),
    dateEnd: at(hour + 1),
    left: 1,
    conflict: null,
    ...more,
  }) as BookingSlot;
const kind = (
  more: Partial<BookingPageData['kinds'][number]> = {},
): BookingPageData['kinds'][number] => ({
  id: 'k',
  name: 'Advising',
  minutes: 30,
  place: '',
  isOnline: false,
  groupSize: 1,
  needsConfirmation: false,
  questions: [],
  first: slotAt(9),
  ...more,
});

type Book = Parameters<typeof BookingView>[0]['onBook'];
const show = async (
  own: BookingPageData['kinds'][number],
  slots: () => BookingSlot[],
  onBook = vi.fn<Book>(),
) => {
  const asked = vi.fn<() => BookingSlot[]>(slots);
  await stage(
    <BookingView
      page={{
        name: 'Dr. Ko',
        reader: 'Dr. Ko',
        note: '',
        daysAhead: 60,
        cancelMinutes: 120,
        kinds: [own],
      }}
      face={<p>Dr. Ko</p>}
      slotsBetween={(id, window) => ({
        queryKey: [listSlots, id, window.from.toISOString()],
        queryFn: async () => ({ items: asked() }),
      })}
      onBook={onBook}
      isFresh
    />,
    { at: '/booking/9' },
  );
  return { onBook, asked };
};
const book = () => screen.findByRole('button', { name: /^Book, / });

test('[BOOK-01] one click books the first time that suits both, and times with conflicts aren’t bookable', async () => {
  const conflict = { kind: 'class', title: 'CHEM 101' };
  const { onBook } = await show(kind(), () => [slotAt(9), slotAt(10, { conflict })]);
  fireEvent.click(screen.getByRole('button', { name: 'Book this time' }));
  const times = await screen.findByRole('list', { name: /times/i });
  expect(within(times).getAllByRole('listitem')).toHaveLength(2);
  expect(within(times).getByText('CHEM 101').closest('li')?.querySelector('button')).toBeNull();
  onBook.mockResolvedValue({ at: at(9), status: 'booked', name: 'Dr. Ko' });
  fireEvent.click(await book());
  expect(await screen.findByText('Your meeting with Dr. Ko is booked')).toBeTruthy();
  expect(onBook).toHaveBeenCalledTimes(1);
});

test('[BOOK-01] if someone just took the time, the page shows an error, reloads the times and keeps the answers', async () => {
  const question = { id: 'q', label: 'What about?', isRequired: true, options: [] };
  let slots = [slotAt(9), slotAt(11)];
  const onBook = vi.fn<Book>(async () => {
    slots = [slotAt(11)];
    throw new CallError({ status: 409, code: 'slot_taken', message: '' });
  });
  const { asked } = await show(kind({ questions: [question] }), () => slots, onBook);
  fireEvent.click(screen.getByRole('button', { name: 'Book this time' }));
  // Booking isn't possible before the question is answered.
  expect((await book()).matches(':disabled, [aria-disabled=true]')).toBe(true);
  fireEvent.change(screen.getByLabelText('What about?'), { target: { value: 'My thesis' } });
  const before = asked.mock.calls.length;
  fireEvent.click(await book());
  expect(await screen.findByText(/just booked/)).toBeTruthy();
  await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before));
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: /times/i })).getAllByRole('listitem'),
    ).toHaveLength(1),
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('What about?').value).toBe('My thesis');
  // Another attempt is another booking.
  fireEvent.click(within(screen.getByRole('list', { name: /times/i })).getByRole('button'));
  fireEvent.click(await book());
  await waitFor(() => expect(onBook).toHaveBeenCalledTimes(2));
  const [first, second] = onBook.mock.calls.map(([{ clientId }]) => clientId);
  expect(first).not.toBe(second);
});

test('[BOOK-01] if there are no available times, the page shows a message and no button to book', async () => {
  await show(kind({ first: null }), () => []);
  expect(screen.getByText('No times work for both of you in the next 60 days')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Book this time' })).toBeNull();
});

test('[BOOK-01] if the times fail to load, the page offers to try again', async () => {
  let isDown = true;
  await show(kind({ first: null }), () => {
    if (isDown) throw new CallError({ status: 503, code: 'internal', message: '' });
    return [slotAt(9)];
  });
  const [again] = await screen.findAllByRole('button', { name: 'Try again' });
  isDown = false;
  if (again) fireEvent.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

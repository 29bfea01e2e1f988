import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventPage } from '#contract/events/endpoints.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { failure, stage, resetStage, type Answers } from '../../../testing/stage.tsx';
import { RegisterCard } from './register-card.tsx';

afterEach(resetStage);

test('focus moves from Register to the ticket and back', async () => {
  const shown = createStore<EventPage>(party() as EventPage);
  function Shown() {
    return <RegisterCard event={useStore(shown)} code={undefined} onCode={() => undefined} />;
  }
  const become = (next: EventPage) => act(() => shown.set(next));
  await stage(<Shown />, {});
  const register = screen.getByRole('button', { name: 'Register' });
  register.focus();
  const ticket = { mine: mineAs('registered', { ticket: 'T' }) };
  become(party(ticket) as EventPage);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Ticket'));
  become(party() as EventPage);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Register' })),
  );
  // If the focus is elsewhere, it doesn't move.
  document.body.focus();
  (document.activeElement as HTMLElement | null)?.blur();
  fireEvent.pointerDown(document.body);
  become(party(ticket) as EventPage);
  expect(document.activeElement).toBe(document.body);
});

const kind = (id: string, more: object = {}): EventPage['ticketKinds'][number] => ({
  id,
  name: `Kind ${id}`,
  description: '',
  quota: null,
  taken: 0,
  isAvailable: true,
  price: null,
  taxBasisPoints: 0,
  guestsMax: 2,
  guestPrice: null,
  needsCode: false,
  ...more,
});
const mineAs = (status: string, more: object = {}) =>
  ({
    status,
    occurrence: null,
    ticketKind: null,
    guests: 0,
    position: null,
    offeredUntil: null,
    ticket: null,
    isHidden: false,
    isDeclined: false,
    reason: '',
    order: null,
    at: '2030-01-01T00:00:00.000Z',
    ...more,
  }) as NonNullable<EventPage['mine']>;
/** The card reads these fields of an event. */
const party = (more: object = {}, state = 'open') =>
  ({
    id: '5',
    title: 'Party',
    occurrence: '',
    dateStart: '2030-05-01T18:00:00.000Z',
    dateEnd: '2030-05-01T20:00:00.000Z',
    timeZone: 'UTC',
    isAllDay: false,
    isRecurring: false,
    status: 'published',
    isEnded: false,
    isTemplate: false,
    isHidden: false,
    registration: { mode: 'event', state, capacity: 10, taken: 3, waiting: 4, isFree: true },
    mine: null,
    can: { register: true, cancelRegistration: true },
    opensAt: null,
    closesAt: null,
    guestsMax: 0,
    needsApproval: false,
    allowsMaybe: false,
    waitlist: 'automatic',
    ticketKinds: [],
    hasHiddenKinds: false,
    refundUntil: null,
    questions: null,
    attendees: null,
    invitation: null,
    reminders: [],
    isRemindedAsHost: false,
    feedback: null,
    ...more,
  }) as unknown as EventPage;
const onCode = vi.fn<(code: string | undefined) => void>();
const show = (event: EventPage, answers: Answers = {}) =>
  stage(<RegisterCard event={event} code={undefined} onCode={onCode} />, { answers });

test('[EVENT-01] the card selects the first ticket type with spots, and a full type offers the waitlist', async () => {
  const { asked } = await show(
    party({
      ticketKinds: [kind('1', { quota: 2, taken: 2, isAvailable: false }), kind('2', { quota: 5 })],
      guestsMax: 2,
    }),
    { registration: () => ({ ...mineAs('registered'), version: 1 }) },
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Kind 2/ }).checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === 'registration')?.body).toEqual({
      ticketKind: '2',
      guests: 0,
    }),
  );
  fireEvent.click(screen.getByRole('radio', { name: /Kind 1/ }));
  expect(await screen.findByRole('button', { name: 'Join waitlist' })).toBeTruthy();
  expect(screen.getByText(/^You’ll be number 5 on the waitlist/)).toBeTruthy();
});

test('[EVENT-01] if someone just took the last spot, the card shows an error and keeps Register', async () => {
  await show(party(), { registration: () => failure(409, 'registration_full') });
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText(/full/i)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Register' })).toBeTruthy();
});

test('[EVENT-01] prices use the format of their currency, and the button shows the total', async () => {
  await show(
    party({
      ticketKinds: [
        kind('1', { price: { amount: 1_250, currency: 'USD' } }),
        // The yen has no smaller unit.
        kind('2', { price: { amount: 1_250, currency: 'JPY' } }),
      ],
    }),
  );
  expect(screen.getByRole('radio', { name: /Kind 1/ }).closest('label')?.textContent).toContain(
    '$12.50',
  );
  expect(screen.getByRole('radio', { name: /Kind 2/ }).closest('label')?.textContent).toContain(
    '¥1,250',
  );
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Hold 1 spot and pay $12.50' })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /Kind 2/ }));
  expect(screen.getByRole('button', { name: 'Hold 1 spot and pay ¥1,250' })).toBeTruthy();
});

test('[EVENT-01] a waiting user sees their position, and can claim or decline an offered spot', async () => {
  const { unmount } = await show(party({ mine: mineAs('waiting', { position: 3 }) }, 'waitlist'));
  expect(screen.getByText('You’re number 3 on the waitlist')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Claim spot' })).toBeNull();
  unmount();
  const { asked } = await show(
    party(
      { mine: mineAs('waiting', { position: 1, offeredUntil: '2030-05-01T12:00:00.000Z' }) },
      'waitlist',
    ),
    { registration: () => ({ ...mineAs('registered'), version: 1 }) },
  );
  expect(screen.getByText('A spot opened up for you')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Claim spot' }));
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === 'registration')?.body).toEqual({ maybe: false }),
  );
});

test.each([
  ['early', { opensAt: '2030-04-01T10:00:00.000Z' }, 'Registration isn’t open yet'],
  ['full', {}, 'Full'],
  ['closed', {}, 'Registration closed'],
  [
    'open',
    { mine: mineAs('canceled', { isDeclined: true }) },
    'The hosts declined your registration',
  ],
])(
  '[EVENT-01] if a user can’t register (%s), the card shows the reason and no button',
  async (state, more, words) => {
    await show(party(more, state));
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('[EVENT-01] a declined user sees the hosts’ message', async () => {
  await show(party({ mine: mineAs('canceled', { isDeclined: true, reason: 'Members only' }) }));
  expect(screen.getByText('Members only')).toBeTruthy();
});

test('[EVENT-01] after the event, the card links to the feedback survey', async () => {
  await show(party({ mine: mineAs('attended'), isEnded: true, feedback: '12' }, 'ended'));
  expect(screen.getByRole('link', { name: 'Give feedback' }).getAttribute('href')).toBe(
    '/surveys/12',
  );
});

test('[EVENT-01] the card submits an access code without surrounding spaces', async () => {
  await show(party({ hasHiddenKinds: true, ticketKinds: [kind('1')] }));
  fireEvent.click(screen.getByRole('button', { name: 'I have an access code' }));
  fireEvent.change(screen.getByLabelText('Access code'), { target: { value: ' backstage ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use code' }));
  expect(onCode).toHaveBeenCalledWith('backstage');
});

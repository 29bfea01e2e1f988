import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { school } from '../../lib/school.ts';
import { someSchool, stage, resetStage } from '../../testing/stage.tsx';
import { TogetherPage } from './together-page.tsx';

afterEach(resetStage);

const face = (uid: string, firstName: string) => ({ uid, firstName, lastName: '', photoUrl: null });
/** A day of the requested week, at an hour in local time. */
const at = (from: string, days: number, hour: number): string => {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  return new Date(year, month - 1, day + days, hour).toISOString();
};
const show = (answer: (query: Record<string, string>) => object, search = 'with=3') =>
  stage(<TogetherPage />, {
    at: `/schedule/together?${search}`,
    answers: { free: answer, clubs: () => ({ items: [{ id: '7', name: 'Choir' }], total: 1 }) },
  });

test('[SCHED-01] available times appear under their days, and the page names people who don’t share theirs', async () => {
  const { asked } = await show(({ from = '' }) => ({
    items: [
      { dateStart: at(from, 1, 9), dateEnd: at(from, 1, 11) },
      { dateStart: at(from, 1, 15), dateEnd: at(from, 1, 16) },
    ],
    people: [face('3', 'Ben')],
    notShared: [face('4', 'Eve')],
    more: 0,
  }));
  const week = await screen.findByText('Tuesday, ', { exact: false });
  const tuesday = week.closest('li') as HTMLElement;
  expect(
    within(tuesday)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['9:00 AM – 11:00 AM', '3:00 PM – 4:00 PM']);
  expect(screen.getByText('Eve')).toBeTruthy();
  // The other six days have none.
  expect(screen.getAllByText('No times available')).toHaveLength(6);
  expect(asked.findLast(({ path }) => path === 'free')?.query).toMatchObject({
    with: '3',
    minutes: '60',
    dayStart: '8',
    dayEnd: '20',
  });
});

test('[SCHED-01] another week or length loads new times, and past weeks are unavailable', async () => {
  const { asked } = await show(() => ({ items: [], people: [], notShared: [], more: 0 }));
  const before = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Previous week',
  });
  expect(before.disabled || before.getAttribute('aria-disabled') === 'true').toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
  fireEvent.change(screen.getByLabelText('At least'), { target: { value: '30' } });
  await waitFor(() => {
    const [first, last] = [asked.find(({ path }) => path === 'free'), asked.at(-1)];
    expect(last?.query['minutes']).toBe('30');
    expect(Date.parse(last?.query['from'] ?? '') - Date.parse(first?.query['from'] ?? '')).toBe(
      7 * 86_400_000,
    );
  });
});

test('[SCHED-01] the page sends no request before the user selects someone', async () => {
  const { asked } = await show(() => ({ items: [], people: [], notShared: [], more: 0 }), '');
  expect(asked.some(({ path }) => path === 'free')).toBe(false);
});

test('[SCHED-01] selected times become the draft of a chat with the person', async () => {
  const { asked, router } = await stage(<TogetherPage />, {
    at: '/schedule/together?with=3',
    answers: {
      free: ({ from = '' }) => ({
        items: [
          { dateStart: at(from, 1, 9), dateEnd: at(from, 1, 11) },
          { dateStart: at(from, 1, 15), dateEnd: at(from, 1, 16) },
        ],
        people: [face('3', 'Ben')],
        notShared: [],
        more: 0,
      }),
      clubs: () => ({ items: [], total: 0 }),
      conversations: () => ({ id: '12', draft: 'Hi Ben' }),
      own: () => ({ id: '12' }),
    },
  });
  act(() =>
    school.set({ ...someSchool, config: { ...someSchool.config, messageStandalone: true } }),
  );
  fireEvent.click(await screen.findByRole('button', { name: '3:00 PM – 4:00 PM' }));
  expect(screen.getByText('1 time selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Suggest in chat' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/chat/12'));
  expect(asked.find(({ path }) => path === 'conversations')?.body).toEqual({
    kind: 'direct',
    uid: '3',
  });
  const saved = asked.findLast(({ path }) => path === 'own')?.body as { draft: string } | undefined;
  // What was written there before stays.
  expect(saved?.draft).toMatch(
    /^Hi Ben\nWhich of these times works for you\?\n• Tuesday, .+, 3:00 PM – 4:00 PM \(\S+\)$/,
  );
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { debounceMs } from '#contract/layout.ts';
import { someone, stage, resetStage } from '../../testing/stage.tsx';
import { Palette } from './palette.tsx';

afterEach(resetStage);

const type = (value: string) =>
  fireEvent.change(screen.getByRole('combobox'), { target: { value } });

test('[DIR-05] calls are 200 ms apart, and the palette ignores the response to an older text', async () => {
  const asked: { word: string; at: number }[] = [];
  const held: (() => void)[] = [];
  await stage(<Palette />, {
    answers: {
      'saved-searches': () => ({ items: [] }),
      mobile_people: async ({ search_word: word = '' }) => {
        asked.push({ word, at: performance.now() });
        if (word === 'an') await new Promise<void>((resolve) => held.push(resolve));
        return [{ people: [{ ...someone, uid: word, lastName: `Found${word}` }], total: 1 }];
      },
    },
  });
  await screen.findByRole('combobox');
  for (const text of ['a', 'an']) type(text);
  await waitFor(() => expect(asked.map(({ word }) => word)).toEqual(['an']));
  type('ann');
  expect(await screen.findByText('Ana Foundann')).toBeTruthy();
  for (const answer of held) answer();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText('Ana Foundan')).toBeNull();
  expect(screen.getByText('Ana Foundann')).toBeTruthy();
  expect(asked.map(({ word }) => word)).toEqual(['an', 'ann']);
  // Timers can fire a millisecond early.
  expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(debounceMs - 2);
});

test('Enter opens the first result for the typed text, whatever the palette shows', async () => {
  const { router } = await stage(<Palette />, {
    answers: { 'saved-searches': () => ({ items: [] }) },
  });
  const field = await screen.findByRole('combobox');
  type('connect');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/connections'));
});

test('the palette finds group chats, clubs, events and the user’s courses, and loads the courses once', async () => {
  const { asked, router } = await stage(<Palette />, {
    answers: {
      'saved-searches': () => ({ items: [] }),
      mobile_people: () => [{ people: [], total: 0 }],
      clubs: () => ({
        items: [{ id: '5', name: 'Chess Club', Logo: null, Type: null }],
        total: 1,
      }),
      events: () => ({
        items: [{ id: '8', title: 'Chess night', dateStart: '2026-12-01T18:00:00Z' }],
        total: 1,
      }),
      conversations: () => ({
        items: [
          { id: '6', kind: 'group', name: 'Chess trip', people: [someone], pictureUrl: null },
          { id: '7', kind: 'direct', name: null, people: [someone], pictureUrl: null },
        ],
      }),
      courses: () => ({
        items: [
          { id: '3', number: 'MATH 101', title: 'Chess and mathematics' },
          { id: '4', number: 'BIO 1', title: 'Cells' },
        ],
      }),
    },
  });
  await screen.findByRole('combobox');
  // Before anything is typed, the newest conversations are listed.
  expect(await screen.findByRole('option', { name: 'Ana Silva' })).toBeTruthy();
  const sent = (path: string) => asked.filter((one) => one.path === path);
  for (const text of ['che', 'chess']) {
    type(text);
    await waitFor(() =>
      expect(JSON.parse(sent('clubs').at(-1)?.query['filters'] ?? '{}')).toEqual({ Search: text }),
    );
    expect(await screen.findByRole('option', { name: /Chess Club/ })).toBeTruthy();
    expect(await screen.findByRole('option', { name: /Chess trip/ })).toBeTruthy();
  }
  expect(['mobile_people', 'clubs', 'events', 'courses'].map((path) => sent(path).length)).toEqual([
    2, 2, 2, 1,
  ]);
  expect(screen.getByRole('group', { name: 'Clubs' })).toBeTruthy();
  expect(screen.getByRole('option', { name: /Chess night/ })).toBeTruthy();
  expect(screen.getByRole('option', { name: /Chess and mathematics/ })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /Cells/ })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Ana Silva' })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: /Chess Club/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/clubs/5'));
});

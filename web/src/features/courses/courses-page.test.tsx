import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AcademicPart, AcademicSource } from '#contract/courses/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import { someWork } from '../../testing/course-work.ts';
import { stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { academicAuthError } from './courses.data.ts';
import { CoursesPage } from './courses-page.tsx';
import { GradesPanel } from './grades-panel.tsx';

beforeEach(() => academicAuthError.set(null));
afterEach(() => {
  resetStage();
  queryClient.clear();
  vi.restoreAllMocks();
});

const source: AcademicSource = {
  schoolReadAt: null,
  state: 'connected',
  name: 'Canvas',
  readAt: '2026-11-20T06:00:00.000Z',
  problem: null,
  endedAt: null,
  isDue: false,
};
const courses = (more: object = {}) => ({
  items: [],
  term: null,
  terms: [],
  classmates: { people: [], total: 0 },
  source,
  settings: { showsGrades: false },
  ...more,
});
const show = (answers: Answers) =>
  stage(<CoursesPage />, {
    at: '/edu',
    answers: {
      courses: () => courses(),
      due: () => ({ items: [], source }),
      announcements: () => ({ items: [], source }),
      ...answers,
    },
  });

test('[EDU-01] what-if scores change the grade by weight, and users can go back to their scores', async () => {
  const part = (id: string, weight: number, percent: number | null): AcademicPart => ({
    id,
    title: `Part ${id}`,
    weight,
    dropLowest: 0,
    dropHighest: 0,
    neverDrop: [],
    score: percent === null ? 0 : percent / 10,
    points: percent === null ? 0 : 10,
    percent,
  });
  const of = (id: string) => ({ part: { id, title: `Part ${id}` } });
  await stage(
    <GradesPanel
      grades={{
        parts: [part('a', 40, 80), part('b', 60, null)],
        items: [someWork('1', { ...of('a'), state: 'graded', score: 8 }), someWork('2', of('b'))],
        grade: { percent: 80, label: null, isOfficial: false },
        canSuppose: true,
        source,
      }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try what-if scores' }));
  expect(screen.getByText('With these scores, your grade would be 80.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('Work 2');
  fireEvent.change(field, { target: { value: '5' } });
  fireEvent.blur(field);
  // 0.4 × 80 + 0.6 × 50
  expect(await screen.findByText('With these scores, your grade would be 62.')).toBeTruthy();
  // Percentages work in place of points.
  fireEvent.change(field, { target: { value: '90' } });
  fireEvent.blur(field);
  expect(await screen.findByText(/^This is more than the 10 possible points\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to my scores' }));
  expect(screen.queryByLabelText('Work 2')).toBeNull();
  expect(screen.getByText('See how different scores would change your grade.')).toBeTruthy();
});

const ended = () =>
  Response.json(
    { errorCode: 'lms_grant_ended', oauthURL: 'https://lms.example/o' },
    { status: 498 },
  );

test('[EDU-01] after access ends, the page requests the last copy and offers to reconnect', async () => {
  const { asked } = await show({
    courses: ({ copy }) =>
      copy === 'last' ? courses({ source: { ...source, state: 'ended' } }) : ended(),
  });
  expect(await screen.findByRole('heading', { name: 'Connect Canvas again' })).toBeTruthy();
  expect(asked.filter(({ path }) => path === 'courses').map(({ query }) => query)).toEqual([
    {},
    { copy: 'last' },
  ]);
});

test('[EDU-01] a second click on Connect again opens a new address', async () => {
  const small = {
    closed: false,
    location: { replace: vi.fn<Location['replace']>() },
    focus: vi.fn<() => void>(),
  };
  vi.spyOn(window, 'open').mockReturnValue(small as unknown as Window);
  await show({
    courses: ({ copy }) =>
      copy === 'last' ? courses({ source: { ...source, state: 'ended' } }) : ended(),
    oauth: () => ({ oauthURL: 'https://lms.example/new' }),
  });
  const again = await screen.findByRole('button', { name: 'Connect again' });
  fireEvent.click(again);
  fireEvent.click(again);
  await waitFor(() =>
    expect(small.location.replace.mock.calls).toEqual([
      ['https://lms.example/o'],
      ['https://lms.example/new'],
    ]),
  );
});

test('[EDU-01] only the window that the page opened can report a connection', async () => {
  const small = {
    closed: false,
    location: { replace: vi.fn<Location['replace']>() },
    focus: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
    postMessage: vi.fn<(message: unknown, origin: string) => void>(),
  };
  vi.spyOn(window, 'open').mockReturnValue(small as unknown as Window);
  let state: AcademicSource['state'] = 'not_connected';
  const { asked } = await show({
    courses: () => courses({ source: { ...source, state } }),
    oauth: () => ({ oauthURL: 'https://lms.example/start' }),
    refresh: () => {
      state = 'connected';
      return { ok: true };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  await waitFor(() =>
    expect(small.location.replace).toHaveBeenCalledWith('https://lms.example/start'),
  );
  const say = (from: unknown, origin: string) =>
    act(async () => {
      window.dispatchEvent(
        new MessageEvent('message', {
          data: { oauthStatus: 'success' },
          origin,
          source: from as Window,
        }),
      );
    });
  await say(small, 'https://evil.example');
  await say({}, window.location.origin);
  expect(asked.some(({ path }) => path === 'refresh')).toBe(false);
  await say(small, window.location.origin);
  await waitFor(() => expect(asked.some(({ path }) => path === 'refresh')).toBe(true));
});

test('[EDU-01] if the browser blocks the window, the card shows a link', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  await show({
    courses: () => courses({ source: { ...source, state: 'not_connected' } }),
    oauth: () => ({ oauthURL: 'https://lms.example/start' }),
  });
  const card = await screen.findByRole('region', { name: 'Connect Canvas' });
  fireEvent.click(within(card).getByRole('button', { name: 'Connect' }));
  const link = await within(card).findByRole('link');
  expect(link.getAttribute('href')).toBe('https://lms.example/start');
});

test('[EDU-01] if the LMS doesn’t respond, the page shows the date of its data', async () => {
  await show({ courses: () => courses({ source: { ...source, problem: 'unreachable' } }) });
  expect(await screen.findByText(/Nov 20|November 20/)).toBeTruthy();
});

test('[EDU-01] users without courses can disconnect, and can remove stored data after access ends', async () => {
  const { asked } = await show({ connection: () => ({ source }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect Canvas' }));
  const sure = await screen.findByRole('alertdialog');
  fireEvent.click(within(sure).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'connection')).toBe(true));
  resetStage();
  queryClient.clear();
  await show({ courses: () => courses({ source: { ...source, state: 'ended' } }) });
  expect(await screen.findByRole('button', { name: 'Remove stored data' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Disconnect Canvas' })).toBeNull();
});

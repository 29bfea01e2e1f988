import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Post } from '#contract/posts/endpoints.ts';
import { failure, stage, resetStage, type Answers } from '../../../testing/stage.tsx';
import { Feed } from './feed.tsx';

afterEach(() => {
  resetStage();
  vi.useRealTimers();
});

const face = (uid: string, firstName: string) => ({ uid, firstName, lastName: '', photoUrl: null });
const may = { edit: false, delete: false, react: true, comment: true, vote: true };
const mayNot = {
  pin: false,
  hide: false,
  close: false,
  solve: false,
  schedule: false,
  publish: false,
  report: true,
};
const postOf = (id: string, day: number, more: Partial<Post> = {}): Post => ({
  id,
  kind: 'post',
  author: face('2', `Writer ${id}`),
  club: null,
  hub: null,
  isAsClub: false,
  title: '',
  text: `Text ${id}`,
  mentions: [],
  clubMentions: [],
  aimedAt: null,
  publishedAt: `2026-11-${day}T10:00:00.000Z`,
  isScheduled: false,
  unpublished: null,
  activeAt: `2026-11-${day}T10:00:00.000Z`,
  editedAt: null,
  isPinned: false,
  isHidden: false,
  isHeld: false,
  isClosed: false,
  isSolved: false,
  isUnread: false,
  version: 1,
  likes: 0,
  liked: false,
  comments: 0,
  event: null,
  cover: null,
  files: [],
  poll: null,
  preview: null,
  can: { ...may, ...mayNot },
  ...more,
});
const show = (items: () => readonly Post[], more: Answers = {}, visitedAt: string | null = null) =>
  stage(<Feed from={{ scope: 'home' }} />, {
    answers: {
      feed: () => ({
        items: items(),
        pinned: null,
        nextCursor: null,
        visitedAt,
        scheduled: 0,
      }),
      ...more,
    },
  });
const names = () =>
  screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label')?.trim());

test('[FEED-01] a line appears where the last visit ended', async () => {
  const items = [postOf('3', 22), postOf('2', 21), postOf('1', 19)];
  const { container } = await show(() => items, {}, '2026-11-20T00:00:00.000Z');
  const line = await screen.findByText(/^You’ve already seen/);
  expect(names()).toEqual(['Writer 3', 'Writer 2', 'Writer 1']);
  const order = [...container.querySelectorAll('article, p')].filter(
    (one) => one.tagName === 'ARTICLE' || one === line,
  );
  expect(order.indexOf(line)).toBe(2);
});

test('[FEED-01] a new post shows a button and moves nothing until the user clicks it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let items = [postOf('1', 19)];
  await show(() => items);
  await waitFor(() => expect(names()).toEqual(['Writer 1']));
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
  items = [postOf('3', 21), postOf('2', 20), ...items];
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  const button = await screen.findByRole('button', { name: '2 new posts' });
  expect(names()).toEqual(['Writer 1']);
  fireEvent.click(button);
  await waitFor(() => expect(names()).toEqual(['Writer 3', 'Writer 2', 'Writer 1']));
});

test('[FEED-01] a like counts immediately and reverts if the server rejects it', async () => {
  const answer = Promise.withResolvers<unknown>();
  await show(() => [postOf('1', 19, { likes: 4 })], { like: () => answer.promise });
  fireEvent.click(await screen.findByRole('button', { name: 'Like, 4 likes' }));
  const liked = await screen.findByRole('button', { name: 'Like, 5 likes' });
  expect(liked.getAttribute('aria-pressed')).toBe('true');
  answer.resolve(failure(404, 'not_found'));
  const back = await screen.findByRole('button', { name: 'Like, 4 likes' });
  expect(back.getAttribute('aria-pressed')).toBe('false');
});

test('[FEED-01] a multiple-choice poll sends one vote and shows results only afterward', async () => {
  const poll = {
    options: [
      { id: 'a', text: 'Red', votes: 1 },
      { id: 'b', text: 'Blue', votes: 3 },
    ],
    multiple: true,
    closesAt: null,
    isClosed: false,
    voters: 3,
    voted: [],
  };
  const { asked } = await show(() => [postOf('1', 19, { poll })], {
    vote: () => ({ ...poll, voters: 4, voted: ['a', 'b'] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Red' }));
  const blue = screen.getByRole('button', { name: 'Blue' });
  fireEvent.click(blue);
  expect(blue.getAttribute('aria-pressed')).toBe('true');
  expect(asked.some(({ path }) => path === 'vote')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }));
  expect(await screen.findByRole('button', { name: /^Blue 3 votes/ })).toBeTruthy();
  expect(asked.filter(({ path }) => path === 'vote').map(({ body }) => body)).toEqual([
    { options: ['a', 'b'] },
  ]);
});

test('a post offers only permitted actions, and a failed edit keeps the text', async () => {
  const own = postOf('1', 19, { can: { ...may, ...mayNot, edit: true, report: false } });
  await show(() => [own, postOf('2', 18)], { '1': () => failure(409, 'post_changed') });
  fireEvent.click(await screen.findByRole('button', { name: /for the post by Writer 2/ }));
  expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: /for the post by Writer 1/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(field, { target: { value: 'Changed' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /^Save/ }));
  expect(await within(dialog).findByText(/changed since you opened it/)).toBeTruthy();
  expect(field.value).toBe('Changed');
});

test('news saves with the selected cover, but not while the cover uploads', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:cover', revokeObjectURL: () => undefined });
  const sent = Promise.withResolvers<unknown>();
  const can = { ...may, ...mayNot, edit: true, report: false };
  const news = postOf('1', 19, { kind: 'article', title: 'News', can });
  const { asked } = await show(() => [news], { uploads: () => sent.promise, '1': () => news });
  fireEvent.click(await screen.findByRole('button', { name: /for the post by Writer 1/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  const input = dialog.querySelector('input[type=file]');
  if (input === null) throw new Error('no field for the cover');
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  fireEvent.change(input, { target: { files: [new File(['x'], 'cover.webp')] } });
  await waitFor(() => expect(save.disabled).toBe(true));
  sent.resolve({ id: '77', received: 1, file: {} });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '1')?.body).toMatchObject({ cover: '77' }),
  );
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CallError } from '../../lib/call-error.ts';
import { admin, failure, stage, resetStage } from '../../testing/stage.tsx';
import { OwnStorage } from './own-storage.tsx';
import { SchoolStorage } from './school-storage.tsx';
import { StorageLink } from './storage-link.tsx';

afterEach(resetStage);

const file = (id: string, name: string, size: number, places: object[] = []) => ({
  id,
  name,
  size,
  uploadedAt: '2026-11-20T10:00:00.000Z',
  url: `/files/uploads/own/1/${id}/whole`,
  thumbnailUrl: null,
  uses: places,
});
const place = (at: string, more: object = {}) => ({
  place: at,
  id: null,
  message: null,
  title: null,
  ...more,
});

test('files link to where they’re used, and users can delete unused files after confirmation', async () => {
  let items = [
    file('1', 'film.mp4', 24_000_000, [
      place('chat', { id: '9', message: '12' }),
      place('post', { id: '5', title: 'My film' }),
    ]),
    file('2', 'old.zip', 900_000, [place('deleted_post'), place('chat')]),
    file('3', 'unsent.pdf', 2_000),
  ];
  const { asked } = await stage(<OwnStorage />, {
    answers: {
      storage: () => ({ used: 950_000_000, limit: 1_000_000_000, pictures: 300_000 }),
      files: ({ cursor }) =>
        cursor === 'next'
          ? { items: [file('4', 'tiny.txt', 10, [place('draft')])], nextCursor: null }
          : { items, nextCursor: 'next' },
      '3': () => {
        items = items.slice(0, 2);
        return { ok: true };
      },
    },
  });
  const meter = await screen.findByRole('meter', { name: 'Your storage' });
  expect(meter.getAttribute('aria-valuetext')).toBe('950 MB of 1 GB used');
  expect(screen.getByText('Your storage is almost full.')).toBeTruthy();
  const list = await screen.findByRole('list', { name: 'Your files' });
  const rows = within(list).getAllByRole('listitem');
  const linksOf = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(linksOf(rows[0])).toEqual([
    ['film.mp4', '/files/uploads/own/1/1/whole'],
    ['Chat', '/chat/9?message=12'],
    ['Post: My film', '/post?id=5'],
  ]);
  // A deleted post has no page, and neither does a conversation that the person has left.
  expect(linksOf(rows[1])).toEqual([['old.zip', '/files/uploads/own/1/2/whole']]);
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Delete unsent.pdf' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('unsent.pdf')).toBeNull());
  expect(asked.some(({ path }) => path === '3')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('tiny.txt')).toBeTruthy();
});

test('an upload error links to Storage only if storage is full', async () => {
  const error = (code: 'storage_full' | 'upload_unsafe') =>
    new CallError({ status: 409, code, message: '' });
  await stage(
    <p>
      <StorageLink error={error('storage_full')} />
      <StorageLink error={error('upload_unsafe')} />
    </p>,
    { answers: {} },
  );
  const links = await screen.findAllByRole('link', { name: 'Manage storage' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/settings/storage']);
});

const user = (uid: string, firstName: string, more: object = {}) => ({
  person: { uid, firstName, lastName: '', photoUrl: null, username: firstName.toLowerCase() },
  used: 5_000_000,
  limit: 1_000_000_000,
  hasOwnLimit: false,
  ...more,
});

test('an admin sees storage by type and sets limits for the school, everyone and one person', async () => {
  let refused = true;
  const { asked } = await stage(<SchoolStorage />, {
    user: admin,
    answers: {
      // The same address returns the limits and saves them.
      storage: () => ({
        used: 3_000_000_000,
        personMegabytes: 1_000,
        schoolMegabytes: null,
        types: [
          { type: 'chat', bytes: 2_000_000_000, files: 1_234 },
          { type: 'pictures', bytes: 1_000_000_000, files: 0 },
        ],
      }),
      people: () => ({
        items: [user('7', 'Uma'), user('8', 'Vic', { limit: 2_000_000, hasOwnLimit: true })],
        nextCursor: null,
      }),
      '8': () => (refused ? failure(404, 'not_found') : user('8', 'Vic')),
    },
  });
  const sent = () => asked.flatMap(({ body }) => (body === undefined ? [] : [body]));
  expect(await screen.findByText('3 GB used')).toBeTruthy();
  // Without a limit, there is no meter.
  expect(screen.queryByRole('meter')).toBeNull();
  const types = screen.getByRole('grid', { name: 'Storage by type' });
  expect(
    within(types)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['Chat files1,234 files2 GB', 'Pictures1 GB']);

  const person = screen.getByLabelText('Default limit per person (MB)');
  fireEvent.change(person, { target: { value: '' } });
  fireEvent.blur(person);
  const saveLimits = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  saveLimits();
  expect(await screen.findByText('Enter a number from 0 to 1,000,000.')).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.change(person, { target: { value: '500' } });
  fireEvent.blur(person);
  const school = screen.getByLabelText('School limit (MB)');
  fireEvent.change(school, { target: { value: '20000' } });
  fireEvent.blur(school);
  saveLimits();
  await waitFor(() => expect(sent()).toEqual([{ personMegabytes: 500, schoolMegabytes: 20_000 }]));

  expect(await screen.findByText('Custom limit')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change limit for Vic' }));
  const dialog = await screen.findByRole('dialog', { name: 'Storage limit for Vic' });
  const own = await within(dialog).findByLabelText<HTMLInputElement>('Limit in MB');
  expect(own.value).toBe('2');
  fireEvent.change(own, { target: { value: '' } });
  fireEvent.blur(own);
  const saveOwn = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  saveOwn();
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  refused = false;
  saveOwn();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().slice(1)).toEqual([{ megabytes: null }, { megabytes: null }]);
});

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { uploadMaxBytes } from '#contract/uploads/limits.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { ClubFiles } from './club-files.tsx';

afterEach(resetStage);

const file = (id: string, more: object = {}) => ({
  id,
  name: `plan-${id}.pdf`,
  readers: 'everyone',
  folder: { id: '4', name: 'Minutes' },
  file: {
    url: `/files/${id}`,
    size: 2_000_000,
    name: `plan-${id}.pdf`,
    mediaType: 'application/pdf',
  },
  by: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
  versions: 1,
  can: { change: false, report: true },
  ...more,
});
const page = (more: object = {}) => ({
  items: [],
  folders: [],
  folder: null,
  path: [],
  nextCursor: null,
  space: { used: 0, limit: 100_000_000 },
  can: { add: false, manage: false },
  ...more,
});
const show = (answer: (query: Record<string, string>) => object, at = '/') =>
  stage(<ClubFiles club="7" />, { at, answers: { files: answer } });

test('[CLUB-04] members see the folder path and a mark on officers’ files, and can’t delete other people’s files', async () => {
  await show(
    () =>
      page({
        folder: { id: '5', name: '2026' },
        path: [{ id: '4', name: 'Minutes' }],
        items: [
          file('1', { readers: 'officers' }),
          file('2', { can: { change: true, report: false } }),
        ],
      }),
    '/?folder=5',
  );
  const path = await screen.findByRole('navigation', { name: /folder|path/i });
  expect(path.textContent).toBe('All filesMinutes2026');
  expect(screen.getAllByText('Officers')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: /plan-1\.pdf/ }));
  expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
});

test('[CLUB-04] a search shows the folder of each file', async () => {
  const { asked } = await show(({ search }) =>
    page(search === undefined ? {} : { items: [file('1')] }),
  );
  expect(await screen.findByText(/no files/i)).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'plan' } });
  expect(await screen.findByText(/Minutes/)).toBeTruthy();
  expect(asked.at(-1)?.query['search']).toBe('plan');
});

test('[CLUB-04] the page rejects a file that is too large by name before it uploads anything', async () => {
  const { asked, container } = await show(() => page({ can: { add: true, manage: false } }));
  await screen.findByText(/no files/i);
  const before = asked.length;
  const large = new File(['x'], 'film.mov');
  Object.defineProperty(large, 'size', { value: uploadMaxBytes + 1 });
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [large] },
  });
  expect(await screen.findByText(/film\.mov/)).toBeTruthy();
  expect(asked.length).toBe(before);
});

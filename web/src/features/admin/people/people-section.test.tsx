import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as files from '../../../lib/save-file.ts';
import { admin, resetStage, stage } from '../../../testing/stage.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { PeopleSection } from './people-section.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

const account = (uid: string, firstName: string, state: string, email: string | null) => ({
  person: { uid, firstName, lastName: '', photoUrl: null, username: firstName.toLowerCase() },
  email,
  accountType: 'Student',
  isAdmin: false,
  isAdviser: false,
  roles: [],
  state,
  lastSeenAt: null,
  addedAt: '2026-09-01T10:00:00.000Z',
});
const people = [
  account(admin.uid, 'Me', 'active', 'me@demo.test'),
  account('2', 'Uma', 'active', 'uma@demo.test'),
  account('3', 'Vic', 'new', null),
  account('4', 'Wim', 'suspended', 'wim@demo.test'),
];
const answers = {
  people: () => ({ items: people, nextCursor: null }),
  suspend: () => ({ changed: 1 }),
};
const menuOf = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  return items.map((item) => item.textContent);
};

test.each([
  ['Uma', ['Sign out everywhere', 'Suspend']],
  ['Vic', ['Suspend']],
  ['Wim', ['Restore']],
])(
  'the menu of %s offers only the actions that the account’s state allows',
  async (name, items) => {
    await stage(<PeopleSection />, { answers, user: admin });
    expect(await menuOf(name)).toEqual(items);
  },
);

test('admins can’t suspend themselves', async () => {
  await stage(<PeopleSection />, { answers, user: admin });
  await screen.findByRole('button', { name: 'More actions for Uma' });
  expect(screen.queryByRole('button', { name: 'More actions for Me' })).toBeNull();
});

test('suspending someone requires a reason', async () => {
  const { asked } = await stage(<PeopleSection />, { answers, user: admin });
  await menuOf('Uma');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Suspend' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suspend Uma?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await within(dialog).findByText('Enter a reason.')).toBeTruthy();
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'Sells tickets' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  await waitFor(() =>
    expect(asked.flatMap(({ body }) => (body === undefined ? [] : [body]))).toEqual([
      { people: ['2'], reason: 'Sells tickets' },
    ]),
  );
});

test('Export CSV saves the file from the server', async () => {
  const saved = vi.spyOn(files, 'saveBase64').mockReturnValue();
  const file = { name: 'people.csv', mediaType: 'text/csv', content: 'bWU=' };
  const { asked } = await stage(<PeopleSection />, {
    answers: { ...answers, export: () => file },
    user: admin,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith('people.csv', 'bWU=', 'text/csv'));
  expect(asked.filter(({ path }) => path === 'export')).toHaveLength(1);
});

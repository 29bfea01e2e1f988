import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import type { Role } from '#contract/roles/endpoints.ts';
import ar from 'messages:ar';
import de from 'messages:de';
import { english } from '../../testing/english.ts';
import { admin, failure, someone, stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { permissionGroups } from './permission-groups.ts';
import { RolesSection } from './roles-section.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

const moderators: Role = {
  id: '4',
  name: 'Moderators',
  permissions: ['audit.read', 'reports.manage'],
  people: 1,
};
const helpers: Role = { id: '5', name: 'Helpers', permissions: [], people: 0 };
const show = (items: readonly Role[], answers = {}) =>
  stage(<RolesSection />, { user: admin, answers: { roles: () => ({ items }), ...answers } });
const act = async (name: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

test('roles appear with their permissions and number of members', async () => {
  await show([helpers, moderators]);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'HelpersNo permissionsNo members yet',
    'ModeratorsReview reports • View the activity log1 member',
  ]);
});

test('creating a role needs a name, and a taken name shows an error at its field', async () => {
  const none = { items: [] };
  const all = { items: [moderators] };
  // The list reloads after each try.
  const replies: unknown[] = [none, failure(409, 'role_name_taken'), none, moderators, all];
  const { asked } = await show([], { roles: () => replies.shift() });
  expect(await screen.findByRole('heading', { name: 'No staff roles yet' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'New role' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create role' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  fireEvent.change(name, { target: { value: 'Moderators' } });
  // Two permissions of different groups.
  fireEvent.click(screen.getByRole('checkbox', { name: 'Review reports' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send newsletters' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'View the activity log' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send newsletters' }));
  fireEvent.click(screen.getByRole('button', { name: 'Create role' }));
  expect(await screen.findByText(/^Another role already has this name/)).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(name, { target: { value: 'Moderators 2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create role' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.flatMap(({ body }) => (body === undefined ? [] : [body])).at(-1)).toEqual({
    clientId: expect.any(String),
    name: 'Moderators 2',
    permissions: ['reports.manage', 'audit.read'],
  });
  expect(await screen.findByText('Moderators')).toBeTruthy();
});

test('editing a role sends its name and the remaining permissions', async () => {
  const { asked } = await show([moderators], { '4': () => moderators });
  await act('Moderators', 'Edit role');
  const group = await screen.findByRole('group', { name: 'Moderation' });
  const boxes = within(group).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, false]);
  fireEvent.click(boxes[1]!);
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ path }) => path === '4')?.body).toEqual({
    name: 'Moderators',
    permissions: ['reports.manage'],
  });
});

test('deleting a role asks for confirmation and shows how many people will lose permissions', async () => {
  const { asked } = await show([moderators], { '4': () => ({ ok: true }) });
  await act('Moderators', 'Delete role');
  const question = await screen.findByRole('alertdialog', { name: 'Delete Moderators?' });
  expect(question.textContent).toContain('1 person will lose its permissions');
  expect(asked.some(({ path }) => path === '4')).toBe(false);
  fireEvent.click(within(question).getByRole('button', { name: 'Delete role' }));
  await waitFor(() => expect(asked.some(({ path }) => path === '4')).toBe(true));
});

test('admins can add members by name, and can remove them with Undo', async () => {
  const { asked } = await show([moderators], {
    members: () => ({ items: [{ ...someone, uid: '8', firstName: 'Ben' }], nextCursor: null }),
    user_all: () => ({ total: 1, items: [someone] }),
    '7': () => ({ ok: true }),
    '8': () => ({ ok: true }),
  });
  await act('Moderators', 'Manage members');
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'ana' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ana Silva' }));
  await waitFor(() => expect(asked.some(({ path }) => path === '7')).toBe(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ben Silva' }));
  await waitFor(() => expect(asked.some(({ path }) => path === '8')).toBe(true));
  await waitFor(() => expect(toasts.shown.get().at(-1)?.action?.label).toBe('Undo'));
});

test('the form offers every permission except admin-only ones, with texts in each language', () => {
  const offered = permissionGroups.flatMap((group) => group.permissions);
  // Club permissions aren't part of a school role.
  const all = Object.entries(permissions).flatMap(([one, { adminsOnly, scope }]) =>
    adminsOnly || scope !== 'school' ? [] : [one],
  );
  expect(offered.toSorted()).toEqual(all.toSorted());
  const words = all.flatMap((one) => [`roles.may_${one}`, `roles.about_${one}`]);
  for (const translation of [english, de, ar])
    expect(words.filter((key) => !(key in translation))).toEqual([]);
});

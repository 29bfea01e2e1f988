import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { me, failure, stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { DataCard } from './data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsCard } from './sessions-card.tsx';

afterEach(resetStage);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const isWrong = (label: string) =>
  waitFor(async () => expect((await field(label)).getAttribute('aria-invalid')).toBe('true'));

test('the profile form sends changes, shows the saved values and shows errors at their field', async () => {
  const replies: unknown[] = [
    failure(400, 'invalid_input', { city: 'Too long' }),
    { ...me, city: 'Lyon' },
  ];
  const { asked } = await stage(<ProfileSection />, {
    answers: { profile: () => replies.shift(), pictures: () => ({ photo: null, cover: null }) },
  });
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await type('City', ' Lyon ');
  await press('Save changes');
  await isWrong('City');
  expect(screen.getByText('Too long')).toBeTruthy();
  await press('Save changes');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
  expect((await field('City')).value).toBe('Lyon');
  expect(asked.filter(({ path }) => path === 'profile').map(({ body }) => body)).toEqual([
    { city: 'Lyon' },
    { city: 'Lyon' },
  ]);
});

test('the password card shows errors at their field and empties its fields after the change', async () => {
  const replies: unknown[] = [
    failure(403, 'wrong_password'),
    failure(400, 'weak_password'),
    {
      ended: 0,
      endedKeys: [],
      endedCalendars: [],
      kept: { passkeys: [], appAddedAt: null },
    },
  ];
  await stage(<PasswordCard />, { answers: { password: () => replies.shift() } });
  await type('New password', 'short');
  await press('Change password');
  await isWrong('Current password');
  await isWrong('New password');
  expect(replies).toHaveLength(3);
  await type('Current password', 'old secret');
  await type('New password', 'correct horse battery');
  await press('Change password');
  await isWrong('Current password');
  await press('Change password');
  await isWrong('New password');
  await press('Change password');
  await waitFor(async () => expect((await field('New password')).value).toBe(''));
  expect((await field('Current password')).value).toBe('');
});

const session = (id: string, isCurrent: boolean) => ({
  id,
  device: `Device ${id}`,
  isCurrent,
  createdAt: new Date().toISOString(),
  lastSeenAt: new Date().toISOString(),
});

test('users can sign out another session, and signing out everywhere asks for confirmation', async () => {
  let items = [session('1', true), session('2', false)];
  const { asked } = await stage(<SessionsCard />, {
    answers: {
      sessions: () => ({ items, hasPassword: true }),
      '2': () => {
        items = items.slice(0, 1);
        return {};
      },
      'end-all': () => failure(403, 'forbidden'),
    },
  });
  await press(/Device 2/);
  await waitFor(() => expect(screen.queryByText('Device 2')).toBeNull());
  expect(screen.queryByRole('button', { name: /Device 1/ })).toBeNull();
  await waitFor(() => expect(toasts.shown.get().length).toBeGreaterThan(0));
  await press('Sign out everywhere');
  await screen.findByRole('alertdialog');
  expect(asked.some(({ path }) => path === 'end-all')).toBe(false);
});

test('deleting an account requires the password, and a wrong one shows an error at its field', async () => {
  const { asked } = await stage(<DataCard />, {
    answers: {
      sessions: () => ({ items: [session('1', true)], hasPassword: true }),
      erase: () => failure(403, 'wrong_password'),
    },
  });
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  await press(/Delete/);
  await screen.findByRole('alertdialog');
  const confirm = screen.getAllByRole<HTMLButtonElement>('button', { name: /Delete/ }).at(-1);
  expect(confirm?.disabled).toBe(true);
  await type('Current password', 'wrong');
  fireEvent.click(confirm!);
  await isWrong('Current password');
});

test('a data export asks for the password if the session isn’t confirmed, and then downloads', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  let isConfirmed = false;
  await stage(<DataCard />, {
    answers: {
      sessions: () => ({ items: [session('1', true)], hasPassword: true }),
      data: () =>
        isConfirmed
          ? { madeAt: '2026-11-24T10:00:00Z', school: 'Demo', sections: {} }
          : failure(403, 'confirm_identity'),
      confirmation: () => {
        isConfirmed = true;
        return { ok: true };
      },
    },
  });
  await press('Download my data');
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  expect(saved).not.toHaveBeenCalled();
  await type('Password', 'right');
  await press('Continue');
  await waitFor(() =>
    expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
      'my-data-2026-11-24.json',
    ]),
  );
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../../testing/stage.tsx';
import { OwnKeysCard } from './own-keys-card.tsx';
import { SchoolKeysCard } from './school-keys-card.tsx';

afterEach(resetStage);

const key = {
  id: '5',
  name: 'Timetable',
  hint: 'abcd',
  scopes: ['read'],
  madeAt: '2026-11-01T10:00:00Z',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: null,
};

test('creating a key requires a name and shows the token once', async () => {
  await stage(<OwnKeysCard />, {
    answers: {
      'api-keys': ({ items }) => (items ? {} : { items: [key], isAllowed: true, token: 'tok' }),
    },
  });
  expect(await screen.findByRole('heading', { level: 3, name: 'Timetable' })).toBeTruthy();
  const make = screen.getByRole('button', { name: 'Create key' });
  fireEvent.click(make);
  const name = await screen.findByRole('textbox', { name: /Name/ });
  const send = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Create key' }).at(-1)!;
  expect(send.disabled).toBe(true);
  fireEvent.change(name, { target: { value: ' Reader ' } });
  fireEvent.click(send);
  expect(await screen.findByDisplayValue('tok')).toBeTruthy();
});

test('revoking a key asks for confirmation, and a list without keys shows an empty state', async () => {
  const { asked } = await stage(<SchoolKeysCard />, {
    answers: {
      'api-keys': () => ({ items: [key], personal: { isAllowed: true, living: 2 } }),
      '5': () => ({}),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /Timetable/ }));
  await screen.findByRole('alertdialog');
  expect(asked.some(({ path }) => path === '5')).toBe(false);
  fireEvent.click(screen.getAllByRole('button', { name: 'Revoke key' }).at(-1)!);
  await waitFor(() => expect(asked.some(({ path }) => path === '5')).toBe(true));
  resetStage();
  await stage(<SchoolKeysCard />, {
    answers: { 'api-keys': () => ({ items: [], personal: { isAllowed: true, living: 0 } }) },
  });
  expect(await screen.findByRole('heading', { name: 'No keys yet' })).toBeTruthy();
});

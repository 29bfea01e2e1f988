import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { someone, stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { BlockedCard } from './blocked-card.tsx';
import { SafetyMenu } from './safety-menu.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

test('blocking someone asks for confirmation, hides the person and offers Undo', async () => {
  let gone = 0;
  const { asked } = await stage(<SafetyMenu person={someone} onGone={() => gone++} />, {
    answers: { '7': () => ({}) },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Report or block Ana Silva' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Block' }));
  await screen.findByRole('alertdialog', { name: 'Block Ana Silva?' });
  expect(asked).toEqual([]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Block' }).at(-1)!);
  await waitFor(() => expect(gone).toBe(1));
  const toast = toasts.shown.get().at(-1);
  expect([toast?.message, toast?.action?.label]).toEqual(['Ana Silva blocked', 'Undo']);
  toast?.action?.run();
  await waitFor(() => expect(asked.filter(({ path }) => path === '7')).toHaveLength(2));
  expect(gone).toBe(1);
});

test('users can report or unblock a blocked person, and a report needs a reason', async () => {
  const replies: unknown[] = [
    { items: [{ ...someone, since: '2026-11-01T10:00:00Z', isShown: true }] },
    { items: [] },
  ];
  await stage(<BlockedCard />, {
    answers: { blocks: () => replies.shift(), '7': () => ({}), reports: () => ({}) },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Report Ana Silva' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send report' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a reason.');
  fireEvent.click(screen.getByRole('radio', { name: 'Spam or advertising' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Unblock Ana Silva' }));
  expect(await screen.findByText('You haven’t blocked anyone.')).toBeTruthy();
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { admin, stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ChatSection } from './chat-section.tsx';
import { PresenceCard } from './presence-card.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

const choice = () =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: english['chatSettings.keepFor'] });

test('keeping messages longer saves immediately with Undo, and keeping them for less time asks first', async () => {
  const days: (number | null)[] = [90, 365, 30];
  const { asked } = await stage(<ChatSection />, {
    user: admin,
    answers: { policy: () => ({ who: 'anyone', requests: true, keepDays: days.shift() ?? null }) },
  });
  fireEvent.change(await choice(), { target: { value: '365' } });
  await waitFor(() => expect(toasts.shown.get().at(-1)?.action?.label).toBe('Undo'));
  await waitFor(async () => expect((await choice()).value).toBe('365'));
  const calls = asked.length;
  fireEvent.change(await choice(), { target: { value: '30' } });
  await screen.findByRole('alertdialog', { name: english['chatSettings.sureTitle'] });
  expect(asked).toHaveLength(calls);
  fireEvent.click(screen.getByRole('button', { name: english['chatSettings.sureYes'] }));
  await waitFor(() => expect(asked.length).toBeGreaterThan(calls));
  await waitFor(() => expect(toasts.shown.get().at(-1)?.action).toBeUndefined());
});

test('an admin can turn on course chats, and a hint explains the effect on existing chats', async () => {
  const replies = [false, true];
  const { asked } = await stage(<ChatSection />, {
    user: admin,
    answers: {
      policy: () => ({
        who: 'anyone',
        requests: true,
        keepDays: null,
        courseChats: replies.shift(),
      }),
    },
  });
  const chats = await screen.findByRole('switch', { name: /^Each course has a chat/ });
  expect(screen.getByText(/existing course chats become read-only/)).toBeTruthy();
  fireEvent.click(chats);
  await waitFor(() =>
    expect(asked.flatMap(({ body }) => body ?? [])).toEqual([
      { who: 'anyone', requests: true, keepDays: null, courseChats: true },
    ]),
  );
});

test('turning off presence doesn’t change read receipts', async () => {
  const replies = [
    { showsPresence: true, showsReceipts: true },
    { showsPresence: false, showsReceipts: true },
  ];
  await stage(<PresenceCard />, { answers: { privacy: () => replies.shift() } });
  const [presence, receipts] = await screen.findAllByRole<HTMLInputElement>('switch');
  fireEvent.click(presence!);
  await waitFor(() => expect(toasts.shown.get()).toHaveLength(1));
  expect([presence?.checked, receipts?.checked]).toEqual([false, true]);
});

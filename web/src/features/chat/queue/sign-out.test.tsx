import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noSession, session, type Session } from '../../../lib/session-store.ts';
import { drafts } from './drafts.ts';
import { unsent, queueMessage, readUnsent } from './unsent.ts';
import { forgetUnsent, canSignOut } from './sign-out.tsx';

/** Without a network, nothing is sent and nothing waits. */
beforeEach(() => {
  // The dialog has its own React root, which renders on its own schedule.
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  session.set({ ...noSession, user: { uid: '1' } as Session['user'] });
});
afterEach(async () => {
  await forgetUnsent('1');
  session.set(noSession);
  localStorage.clear();
});
const write = (text: string) =>
  queueMessage({ conversation: '7', text, replyTo: null, forward: null, files: [] });

test('[CHAT-03] a user without unsent messages logs out without a question', async () => {
  expect(await canSignOut('1')).toBe(true);
});

test('[CHAT-03] with unsent messages, Cancel keeps everything, and logging out removes only this user’s data', async () => {
  await write('One');
  await write('Two');
  drafts.note('8', 'Half', '');
  session.set({ ...noSession, user: { uid: '2' } as Session['user'] });
  await write('Ben’s');
  session.set({ ...noSession, user: { uid: '1' } as Session['user'] });
  let asked = canSignOut('1');
  expect(
    await screen.findByRole('alertdialog', { name: '2 messages haven’t been sent yet' }),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send first' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([await asked, unsent.get().length]).toEqual([false, 2]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  asked = canSignOut('1');
  const discard = await screen.findByRole('button', { name: 'Log out and discard' });
  fireEvent.click(discard);
  expect(await asked).toBe(true);
  await forgetUnsent('1');
  expect([unsent.get(), drafts.held('8')]).toEqual([[], null]);
  session.set({ ...noSession, user: { uid: '2' } as Session['user'] });
  await readUnsent();
  expect(unsent.get().map(({ text }) => text)).toEqual(['Ben’s']);
  await forgetUnsent('2');
});

test('logging out also asks about drafts that the server doesn’t have', async () => {
  drafts.note('8', 'Half', '');
  const asked = canSignOut('1');
  expect(
    await screen.findByRole('alertdialog', { name: 'You have an unsaved draft' }),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([await asked, drafts.held('8')?.text]).toEqual([false, 'Half']);
});

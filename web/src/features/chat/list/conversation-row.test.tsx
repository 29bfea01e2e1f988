import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { play } from '../../../testing/stage.tsx';
import { noSession, session, type Session } from '../../../lib/session-store.ts';
import { fieldDay } from '../chat-times.ts';
import { ConversationRow } from './conversation-row.tsx';
import { drafts } from '../queue/drafts.ts';
import { unsent } from '../queue/unsent.ts';
import type { UnsentMessage } from '../queue/unsent-store.ts';
import { areErrorsHidden, showSendErrors } from '../queue/send-errors.ts';
import { toasts } from '../../../ui/toasts.ts';

const ben = { uid: '1234', firstName: 'Ben', lastName: 'Okafor', photoUrl: null };
// The row reads these fields of a conversation.
const item = {
  id: '7',
  kind: 'direct',
  name: null,
  people: [ben],
  pictureUrl: null,
  lastMessage: null,
  activeAt: '2026-11-21T10:00:00.000Z',
  unread: 0,
  isMentioned: false,
  mutedUntil: null,
  isPinned: false,
  draft: '',
} as unknown as Conversation;
const entry: UnsentMessage = {
  order: 1,
  clientId: 'c',
  owner: '1',
  conversation: '7',
  text: 'Hello',
  replyTo: null,
  forward: null,
  files: [],
  writtenAt: '2026-11-21T10:00:00.000Z',
  tries: 0,
  failure: null,
};
const refused: UnsentMessage = {
  ...entry,
  tries: 1,
  failure: { code: 'chat_left', message: '', isFinal: true },
};

const show = async (more: Partial<Conversation> = {}) => {
  window.history.replaceState(null, '', '/chat');
  const row = () => <ConversationRow item={{ ...item, ...more }} isOpen={false} folder="inbox" />;
  const router = play([{ path: '/chat', component: row }]);
  await router.load();
  render(<RouterProvider router={router} />);
};

beforeEach(() => {
  localStorage.clear();
  // A row needs the uid and the name of the signed-in person.
  session.set({
    ...noSession,
    user: { uid: '1', firstName: 'Ana', lastName: 'Silva' } as Session['user'],
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  act(() => unsent.set([]));
  toasts.shown.set([]);
  session.set(noSession);
});

test('[CHAT-04] the draft preview shows mentions by name, like message previews', async () => {
  await show({ draft: 'Ask @[1234] about *Friday*' });
  expect(screen.getByRole('link').textContent).toContain('Draft: Ask @Ben Okafor about Friday');
});

test('[CHAT-04] an unsaved local draft replaces the server’s draft', async () => {
  await show({ draft: 'Sent already' });
  act(() => drafts.note('7', '', 'Sent already'));
  expect(screen.getByRole('link').textContent).not.toContain('Draft');
  act(() => drafts.note('7', 'Next', 'Sent already'));
  expect(screen.getByRole('link').textContent).toContain('Draft: Next');
});

test('[CHAT-03] a rejected message shows in its conversation’s row with text and an icon', async () => {
  await show();
  act(() => unsent.set([entry]));
  expect(screen.getByRole('link').textContent).not.toContain('Not sent');
  act(() => unsent.set([refused]));
  expect(screen.getByText('Not sent').querySelector('svg')).not.toBeNull();
  act(() => unsent.set([refused, { ...refused, order: 2, clientId: 'd' }]));
  expect(screen.getByText('2 messages not sent')).toBeTruthy();
});

test('[CHAT-01] an expired mute doesn’t appear, and one that ends while the page is open disappears', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await show({ mutedUntil: new Date(Date.now() - 1_000).toISOString() });
  expect(screen.queryByLabelText('Muted')).toBeNull();
  cleanup();
  await show({ mutedUntil: new Date(Date.now() + 60_000).toISOString() });
  expect(screen.getByLabelText('Muted')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByLabelText('Muted')).toBeNull();
});

test('[CHAT-03] a message rejected while another page is open shows one toast with a link', async () => {
  const opened: string[] = [];
  window.history.replaceState(null, '', '/directory');
  unsent.set([{ ...refused, order: 3, clientId: 'old' }]);
  showSendErrors((conversation) => opened.push(conversation));
  unsent.set([{ ...refused, order: 3, clientId: 'old' }, entry]);
  unsent.set([{ ...refused, order: 3, clientId: 'old' }, refused]);
  unsent.set([refused]);
  await vi.waitFor(() => expect(toasts.shown.get()).toHaveLength(1));
  expect(toasts.shown.get()[0]?.message).toContain('You’re no longer in this conversation.');
  toasts.shown.get()[0]?.action?.run();
  expect(opened).toEqual(['7']);
  toasts.shown.set([]);
  // While the sign-out question is open, the question itself reports it.
  areErrorsHidden.set(true);
  unsent.set([{ ...entry, clientId: 'd' }]);
  unsent.set([{ ...refused, clientId: 'd' }]);
  await new Promise((done) => setTimeout(done, 20));
  expect(toasts.shown.get()).toEqual([]);
  areErrorsHidden.set(false);
  await vi.waitFor(() => expect(toasts.shown.get()).toHaveLength(1));
  toasts.shown.set([]);
  // In its own conversation, the message itself reports it.
  window.history.replaceState(null, '', '/chat/7');
  unsent.set([{ ...entry, clientId: 'e' }]);
  unsent.set([{ ...refused, clientId: 'e' }]);
  await new Promise((done) => setTimeout(done, 50));
  expect(toasts.shown.get()).toEqual([]);
});

test('[CHAT-04] the date field uses the user’s day, not the UTC day', () => {
  // The form shows 9 AM on the 5th in local time, in any time zone.
  expect(fieldDay(new Date(2026, 10, 5, 0, 30))).toBe('2026-11-05');
  expect(fieldDay(new Date(2026, 10, 5, 23, 30))).toBe('2026-11-05');
});

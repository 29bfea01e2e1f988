import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { noSession, session, type Session } from '../../lib/session-store.ts';
import { statusOf } from './thread/receipts.ts';
import { Reactions } from './thread/reactions.tsx';
import { StatusMark } from './thread/status-mark.tsx';
import type { Thread } from './thread-store.ts';

const face = (uid: string, firstName: string): Face =>
  ({ uid, firstName, lastName: 'Okafor', photoUrl: null }) as Face;
const people = new Map(
  [face('2', 'Ben'), face('3', 'Cy'), face('4', 'Dee')].map((one) => [one.uid, one] as const),
);
// Reactions read these fields of a message and of a thread.
const message = {
  conversation: '7',
  seq: 1,
  change: 1,
  reactions: [
    { emoji: '👍', uids: ['2', '1'] },
    { emoji: '🎉', uids: ['3'] },
  ],
} as unknown as Message;
const put = vi.fn<Thread['put']>();
const thread = { put } as unknown as Thread;

beforeEach(() =>
  session.set({
    ...noSession,
    user: { uid: '1', firstName: 'Ana', lastName: 'Silva' } as Session['user'],
  }),
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  put.mockClear();
  session.set(noSession);
});
// The popover's code loads when it first opens.
const names = () => screen.findByRole('dialog', { name: 'Who reacted' }, { timeout: 8_000 });

test('[CHAT-04] a reaction’s accessible name lists who reacted, and the menu key shows everyone who did', async () => {
  render(<Reactions message={message} people={people} canReact thread={thread} />);
  expect(screen.queryByTitle(/Ben/)).toBeNull();
  // The menu key sends the same event as a right click.
  fireEvent.contextMenu(screen.getByRole('button', { name: /by Ben Okafor and You$/ }));
  const dialog = within(await names());
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ben Okafor',
    'You',
    'Cy Okafor',
  ]);
});

test('[CHAT-04] a right click or long press on a reaction shows names without reacting, and a click reacts', async () => {
  render(<Reactions message={message} people={people} canReact thread={thread} />);
  const chip = screen.getByRole('button', { name: /^👍 2/ });
  fireEvent.contextMenu(chip);
  expect(await names()).toBeTruthy();
  cleanup();
  render(<Reactions message={message} people={people} canReact thread={thread} />);
  const touched = screen.getByRole('button', { name: /^👍 2/ });
  fireEvent.pointerDown(touched, { pointerType: 'touch', isPrimary: true });
  expect(await names()).toBeTruthy();
  fireEvent.click(touched);
  expect(put).not.toHaveBeenCalled();
  cleanup();
  render(<Reactions message={message} people={people} canReact thread={thread} />);
  fireEvent.click(screen.getByRole('button', { name: /^🎉 1/ }));
  expect(put).toHaveBeenCalled();
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
});

test('[CHAT-04] if a user can’t react, a click shows who did', async () => {
  render(<Reactions message={message} people={people} canReact={false} thread={thread} />);
  fireEvent.click(screen.getByRole('button', { name: /^👍 2/ }));
  expect(await names()).toBeTruthy();
  expect(put).not.toHaveBeenCalled();
});

test('[CHAT-04] in a group, “Read by” lists everyone who has read the message', async () => {
  const at = (uid: string, readSeq: number) =>
    ({
      ...people.get(uid),
      uid,
      readSeq,
      arrivedSeq: readSeq,
      hasLeft: false,
    }) as unknown as Participant;
  const participants = new Map(
    [at('1', 9), at('2', 5), at('3', 4), at('4', 0)].map((one) => [one.uid, one] as const),
  );
  const status = statusOf({ seq: 4 } as Message, participants, '1', { kind: 'group' });
  expect(status).toEqual({ kind: 'read', by: ['2', '3'], of: 3 });
  render(<StatusMark status={status} isGroup isShort={false} people={people} isNear />);
  const mark = screen.getByRole('button', { name: 'Read by 2 of 3' });
  expect(mark.tabIndex).toBe(0);
  act(() => void fireEvent.click(mark));
  const dialog = within(await screen.findByRole('dialog', { name: 'Read by 2 of 3' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ben Okafor',
    'Cy Okafor',
  ]);
});

import { RouterProvider } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { CallError } from '../../lib/call-error.ts';
import { queryClient } from '../../lib/call.ts';
import { play } from '../../testing/stage.tsx';
import { noSession, session, type Session } from '../../lib/session-store.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { toasts } from '../../ui/toasts.ts';
import { messageWith } from '../../testing/messages.ts';
import { DetailsPeople } from './details/details-people.tsx';
import { FindBar } from './thread/find-bar.tsx';
import { ForwardDialog } from './thread/forward-dialog.tsx';
import { MessageList } from './thread/message-list.tsx';
import { unsent } from './queue/unsent.ts';
import { threadOf, type Thread, type ThreadView } from './thread-store.ts';

const sent = vi.hoisted(() => ({ to: [] as string[], refuses: '' }));
vi.mock('./queue/unsent.ts', async (original) => ({
  ...(await original<typeof import('./queue/unsent.ts')>()),
  queueMessage: async ({ conversation }: { conversation: string }) => {
    if (conversation === sent.refuses) throw new Error('no room');
    sent.to.push(conversation);
  },
}));

// These parts read these fields of a conversation and a message.
const conversation = {
  id: '7',
  kind: 'group',
  name: 'Choir',
  people: [],
  participantCount: 2,
  can: { send: true },
  activeAt: '',
  isPinned: false,
  readSeq: 9,
} as unknown as Conversation;
const said = (seq: number) =>
  messageWith({ seq, id: `m${seq}`, conversation: '7', author: '2', text: `Line ${seq}` });
const noAnswer = () => new CallError({ status: 0, code: 'network', message: '' });

let isUp = false;
let answer: object = {};
beforeEach(() => {
  isUp = false;
  queryClient.setDefaultOptions({ queries: { retry: false } });
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('no network');
    return new Response(JSON.stringify(answer), {
      headers: { 'Content-Type': 'application/json' },
    });
  });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  session.set({
    ...noSession,
    user: { uid: '1', firstName: 'Ana', lastName: 'Silva' } as Session['user'],
    tokens: { csrfToken: 'c', jwt: 'j' },
    receivedAt: Date.now(),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  toasts.shown.set([]);
  unsent.set([]);
  session.set(noSession);
});

const show = async (part: React.ReactNode) => {
  window.history.replaceState(null, '', '/chat/7');
  const router = play([{ path: '/chat/$conversation', component: () => part }]);
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
};
const again = () => screen.getByRole('button', { name: 'Try again' });

test('[CHAT-04] a failed jump to a date offers a retry, and a date without messages shows an empty state', async () => {
  const router = await show(
    <FindBar conversation="7" kind="day" onDay={() => undefined} onClose={() => undefined} />,
  );
  fireEvent.change(screen.getByLabelText('Jump to date'), { target: { value: '2026-11-21' } });
  expect((await screen.findByRole('alert')).textContent).toContain('Try again');
  isUp = true;
  answer = { change: 9, items: [said(4)], hasBefore: false, hasAfter: false, people: [] };
  fireEvent.click(again());
  await waitFor(() => expect(router.state.location.search).toMatchObject({ message: '4' }));
  expect(screen.queryByRole('alert')).toBeNull();
  answer = { change: 9, items: [], hasBefore: false, hasAfter: false, people: [] };
  fireEvent.change(screen.getByLabelText('Jump to date'), { target: { value: '2026-11-22' } });
  expect(await screen.findByText('No results')).toBeTruthy();
});

test('[CHAT-02] users can retry if the participants fail to load', async () => {
  await show(<DetailsPeople conversation={conversation} />);
  expect(await screen.findByRole('alert')).toBeTruthy();
  isUp = true;
  answer = {
    total: 1,
    items: [
      {
        uid: '2',
        firstName: 'Ben',
        lastName: 'Okafor',
        photoUrl: null,
        role: 'member',
        hasLeft: false,
      },
    ],
  };
  fireEvent.click(again());
  expect(await screen.findByText('Ben Okafor')).toBeTruthy();
});

test('[CHAT-04] the forward dialog shows an error if it fails to load, and an empty state without conversations', async () => {
  await show(<ForwardDialog message={said(1)} text="Line 1" isOpen onClose={() => undefined} />);
  expect(await screen.findByRole('alert')).toBeTruthy();
  isUp = true;
  answer = { items: [], next: null, counts: { requests: 0, archived: 0 } };
  fireEvent.click(again());
  expect(await screen.findByText('You have no other conversation to forward to.')).toBeTruthy();
});

test('[CHAT-04] a failed forward shows an error, and a retry doesn’t send to anyone twice', async () => {
  isUp = true;
  const named = (id: string, name: string) => ({ ...conversation, id, name, pictureUrl: null });
  answer = {
    items: [named('8', 'Alto'), named('9', 'Bass')],
    next: null,
    counts: { requests: 0, archived: 0 },
  };
  const onClose = vi.fn<() => void>();
  await show(<ForwardDialog message={said(1)} text="Line 1" isOpen onClose={onClose} />);
  for (const name of ['Alto', 'Bass'])
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
  sent.refuses = '9';
  fireEvent.click(screen.getByRole('button', { name: 'Forward' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your browser couldn’t save the message.',
  );
  expect(onClose).not.toHaveBeenCalled();
  sent.refuses = '';
  fireEvent.click(screen.getByRole('button', { name: 'Forward' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.to).toEqual(['8', '9']);
});

const line = { after: 9, until: 0 };
const listOf = (more: Partial<Thread>) => {
  const state = {
    change: 9,
    items: [said(3), said(4)],
    hasBefore: true,
    hasAfter: false,
    people: new Map(),
    participants: new Map(),
    state: null,
  };
  const store = createStore<ThreadView>({
    thread: state,
    error: null,
    isOlderComing: false,
    isNewerComing: false,
  });
  const thread: Thread = { ...threadOf('7'), store, ...more };
  const Drawn = ({ lookAt = null }: { lookAt?: number | null }) => (
    <MessageList
      conversation={conversation}
      view={store.get()}
      thread={thread}
      line={line}
      lookAt={lookAt}
      onWrite={() => undefined}
    />
  );
  return { store, Drawn };
};

test('[CHAT-04] if older messages fail to load, the list shows an error, stops requesting them and offers a retry', async () => {
  let asked = 0;
  const older = async () => {
    asked += 1;
    store.set({ ...store.get(), error: isUp ? null : noAnswer() });
  };
  const { store, Drawn } = listOf({ older });
  const View = () => {
    useStore(store);
    return <Drawn />;
  };
  await show(<View />);
  expect(await screen.findByRole('alert')).toBeTruthy();
  const before = asked;
  fireEvent.scroll(screen.getByRole('region', { name: 'Messages' }));
  expect(asked).toBe(before);
  isUp = true;
  fireEvent.click(again());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(asked).toBeGreaterThan(before);
});

test('[CHAT-04] a link to a message shows an error if it fails to load, and another if it isn’t available', async () => {
  const jump = vi.fn<Thread['jump']>(async () => {
    if (!isUp) throw noAnswer();
    return 1;
  });
  const { Drawn } = listOf({ jump, older: async () => undefined });
  await show(<Drawn lookAt={1} />);
  await waitFor(() => expect(toasts.shown.get()).toHaveLength(1));
  isUp = true;
  act(() => toasts.shown.get()[0]?.action?.run());
  await waitFor(() =>
    expect(toasts.shown.get()[1]?.message).toBe('This message isn’t available to you.'),
  );
  expect(jump).toHaveBeenCalledTimes(2);
});

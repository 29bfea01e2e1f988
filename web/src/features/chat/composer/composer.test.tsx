import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { queryClient } from '../../../lib/call.ts';
import { noSession, session, type Session } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { toasts } from '../../../ui/toasts.ts';
import { Composer } from './composer.tsx';
import { composingOf, forgetComposing } from '../queue/composing.ts';
import type { ComposerMode } from '../queue/composing.ts';
import { drafts } from '../queue/drafts.ts';
import { threadOf } from '../thread-store.ts';

const stored = vi.hoisted(() => ({ isFull: true, count: 0 }));
vi.mock('../queue/unsent.ts', async (original) => ({
  ...(await original<typeof import('../queue/unsent.ts')>()),
  queueMessage: async () => {
    if (stored.isFull) throw new Error('no room');
    stored.count += 1;
  },
}));

// A computer without a mouse: its pointer is neither fine nor coarse.
vi.hoisted(() => {
  window.matchMedia = ((query: string) => ({
    media: query,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
});

// The composer reads these fields of a conversation and of the message it answers.
const conversation = {
  id: '7',
  kind: 'group',
  name: 'Choir',
  people: [],
  draft: '',
  can: { send: true },
} as unknown as Conversation;
const answered = {
  seq: 3,
  author: '2',
  text: 'Who comes?',
  deleted: null,
  hidden: false,
  mentions: [],
  files: [],
} as unknown as Message;

const Shown = () => {
  const composing = composingOf('7');
  const { replyTo } = useStore(composing.store);
  const writing: ComposerMode = replyTo === null ? { kind: 'new' } : { kind: 'reply', to: replyTo };
  const onWriting = (next: ComposerMode) =>
    composing.setReplyTo(next.kind === 'reply' ? next.to : null);
  return (
    <QueryClientProvider client={queryClient}>
      <Composer
        onTakeFiles={() => undefined}
        {...{ conversation, writing, onWriting }}
        thread={threadOf('7')}
        people={new Map()}
      />
    </QueryClientProvider>
  );
};

beforeEach(() => {
  localStorage.clear();
  // No request reaches a server here.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  session.set({
    ...noSession,
    user: { uid: '1', firstName: 'Ana', lastName: 'Silva' } as Session['user'],
  });
});
afterEach(() => {
  cleanup();
  forgetComposing();
  toasts.shown.set([]);
  vi.unstubAllGlobals();
  session.set(noSession);
});
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const write = () => {
  const composing = composingOf('7');
  composing.setFiles([
    { clientId: 'f', name: 'plan.pdf', size: 3, type: '', blob: new Blob(['abc']), fileId: null },
  ]);
  composing.setReplyTo(answered);
  render(<Shown />);
  fireEvent.change(field(), { target: { value: 'I do' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
};

test('[CHAT-03] [CHAT-05] if the browser can’t store a message, the composer restores its text, files and reply', async () => {
  stored.isFull = true;
  write();
  expect(field().value).toBe('');
  await waitFor(() => expect(field().value).toBe('I do'));
  expect(screen.getByRole('list', { name: 'Attached files' }).textContent).toContain('plan.pdf');
  expect(screen.getByText('Who comes?')).toBeTruthy();
  expect(toasts.shown.get()).toHaveLength(1);
  expect(drafts.settle('7', '')).toBe('I do');
});

test('[CHAT-03] the composer also restores the message after the user leaves the conversation', async () => {
  stored.isFull = true;
  write();
  cleanup();
  await waitFor(() => expect(drafts.settle('7', '')).toBe('I do'));
  render(<Shown />);
  expect([field().value, composingOf('7').store.get().files.length]).toEqual(['I do', 1]);
});

test('[CHAT-03] sending clears the field and the local draft immediately', async () => {
  stored.isFull = false;
  drafts.note('7', 'I d', '');
  write();
  expect([field().value, drafts.held('7')?.text]).toEqual(['', '']);
  await waitFor(() => expect(stored.count).toBe(1));
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
});

test('[CHAT-03] Enter sends on a computer without a mouse, which has neither a fine nor a coarse pointer', async () => {
  stored.isFull = false;
  const before = stored.count;
  render(<Shown />);
  fireEvent.change(field(), { target: { value: 'Who sings bass?' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('');
  await waitFor(() => expect(stored.count).toBe(before + 1));
});

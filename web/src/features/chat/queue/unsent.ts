import { newClientId } from '#contract/client-id.ts';
import { sendMessage } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { liveState } from '../../../lib/live.ts';
import { authStatus, session } from '../../../lib/session-store.ts';
import { createStore } from '../../../lib/store.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import type { NewMessage, UnsentMessage } from './unsent-store.ts';
import { createSender, type Attempt } from './unsent-sender.ts';
import { openUnsentStore } from './unsent-store.ts';
import { refreshConversation } from '../chat.data.ts';
import { drafts } from './drafts.ts';
import { cachedThread } from '../thread-store.ts';

/* Outgoing messages. The browser stores each message before sending it, and removes it only after the server has
   stored it. Messages survive a closed tab, a restart and days without a network. With several tabs, one of them
   sends for all. */

/** The signed-in user's outgoing messages in writing order, the same in all tabs. */
export const unsent = createStore<readonly UnsentMessage[]>([]);
/** The share of a file that is uploaded, by the file's client ID. */
export const sentShares = createStore<ReadonlyMap<string, number>>(new Map());

const store = openUnsentStore();
const owner = (): string | null => session.get().user?.uid ?? null;
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('campus-outbox');

/** Loads the outgoing messages. */
export const readUnsent = async (): Promise<void> => {
  const me = owner();
  unsent.set(me === null ? [] : await store.all(me));
};
const changed = (): void => {
  void readUnsent();
  channel?.postMessage('changed');
};
/** Reloads the messages, and the sending tab retries immediately. */
const changedAndRetry = (): void => {
  void readUnsent();
  channel?.postMessage('anew');
  if (isSender) void sender.sendDue({ anew: true });
};

const setProgress = (clientId: string, share: number) =>
  sentShares.set(new Map(sentShares.get()).set(clientId, share));

const sendEntry = async (
  entry: UnsentMessage,
  save: (next: UnsentMessage) => Promise<void>,
  { signal, onProgress }: Attempt,
): Promise<void> => {
  let current = entry;
  for (const file of entry.files) {
    if (file.fileId !== null) continue;
    const onSent = (share: number) => {
      onProgress();
      setProgress(file.clientId, share);
    };
    const fileId = await uploadFile(file, onSent, signal);
    onProgress();
    current = {
      ...current,
      files: current.files.map((one) =>
        one.clientId === file.clientId ? { ...one, fileId } : one,
      ),
    };
    await save(current);
  }
  const { clientId, conversation, text, replyTo, forward, files } = current;
  const whole = {
    conversation,
    clientId,
    text,
    files: files.flatMap(({ fileId }) => fileId ?? []),
    ...(replyTo !== null && { replyTo }),
    ...(forward !== null && { forward }),
  };
  const message = await call(sendMessage, whole, signal);
  cachedThread(conversation)?.put(message);
  // The first messages decide who can continue, and add the conversation to the list.
  if (message.seq <= 2) refreshConversation(conversation);
};

/** A permanent rejection means that this tab's permissions for the conversation are out of date. */
const onRefused = ({ conversation }: UnsentMessage) => refreshConversation(conversation);
const sender = createSender({ store, owner, send: sendEntry, changed, onRefused });
let isSender = false;

/** Makes this tab the sender as soon as no other tab is, until the tab closes. Call this once. */
export function startSending(): void {
  const begin = () => {
    isSender = true;
    void sender.sendDue();
  };
  // Without locks, two tabs may send the same message. The server stores it once.
  if ('locks' in navigator) {
    navigator.locks
      .request('campus-outbox', () => {
        begin();
        return new Promise(() => undefined);
      })
      // A frame without access to locks doesn't share messages either.
      .catch(begin);
  } else begin();
  channel?.addEventListener('message', ({ data }) => {
    void readUnsent();
    if (isSender) void sender.sendDue({ anew: data === 'anew' });
  });
  const retryNow = () => {
    void readUnsent();
    if (isSender) void sender.sendDue({ anew: true });
    drafts.sendAll();
  };
  window.addEventListener('online', retryNow);
  liveState.subscribe(() => liveState.get() === 'here' && retryNow());
  session.subscribe(() => {
    if (session.get().status === authStatus.LOGGED_IN) return retryNow();
    unsent.set([]);
    void sender.sendDue();
  });
  retryNow();
}

/** Stores a message and sends it as soon as possible. Resolves once the browser has stored it. */
export async function queueMessage(
  entry: Omit<NewMessage, 'clientId' | 'owner' | 'writtenAt'>,
): Promise<void> {
  const me = owner();
  if (me === null) throw new Error('user not logged in');
  await store.add({
    ...entry,
    clientId: newClientId(),
    owner: me,
    writtenAt: new Date().toISOString(),
  });
  // The message is stored by now, even if this fails.
  await readUnsent().catch(() => undefined);
  channel?.postMessage('changed');
  if (isSender) void sender.sendDue();
}

/** Retries a rejected message unchanged. */
export async function retryEntry(entry: UnsentMessage): Promise<void> {
  await store.put({ ...entry, failure: null });
  changedAndRetry();
}

/** Deletes a message that has not been sent. */
export async function deleteEntry(entry: UnsentMessage): Promise<void> {
  await store.remove(entry.order);
  changed();
}

/** Sends all messages now, including rejected ones. */
export async function sendNow(): Promise<void> {
  const me = owner();
  if (me === null) return;
  for (const entry of await store.all(me))
    if (entry.failure?.isFinal === true) await store.put({ ...entry, failure: null });
  changedAndRetry();
  drafts.sendAll();
}

/** Removes all unsent messages of a user. */
export async function deleteUnsentOf(uid: string): Promise<void> {
  await store.clear(uid);
  channel?.postMessage('changed');
  await readUnsent();
}

import { newClientId } from '#contract/client-id.ts';
import { sendMessage } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { liveState } from '../../../lib/live.ts';
import { authStatus, session } from '../../../lib/session-store.ts';
import { createStore } from '../../../lib/store.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import type { NewEntry, OutboxEntry } from './outbox-entry.ts';
import { createSender, type Going } from './outbox-sender.ts';
import { openOutboxStore } from './outbox-store.ts';
import { refreshConversation } from '../chat.data.ts';
import { drafts } from './drafts.ts';
import { cachedThread } from '../thread-store.ts';

/*
 * Messages on their way. Each is kept by the browser before anything is sent, and goes only after the server has answered that it
 * is stored. It survives a closed tab, a restart and days without network; with several tabs one of them sends for all.
 */

/** What waits, in the order of writing, of the person who is signed in; the same in all tabs. */
export const outbox = createStore<readonly OutboxEntry[]>([]);
/** Which part of a file has left, by the file's client id. */
export const sentShares = createStore<ReadonlyMap<string, number>>(new Map());

const store = openOutboxStore();
const owner = (): string | null => session.get().user?.uid ?? null;
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('campus-outbox');

/** Reads what waits. */
export const readOutbox = async (): Promise<void> => {
  const me = owner();
  outbox.set(me === null ? [] : await store.all(me));
};
const changed = (): void => {
  void readOutbox();
  channel?.postMessage('changed');
};
/** The same; and whichever tab sends does not wait for its next try. */
const changedAnew = (): void => {
  void readOutbox();
  channel?.postMessage('anew');
  if (isSender) void sender.look({ anew: true });
};

const setProgress = (clientId: string, share: number) =>
  sentShares.set(new Map(sentShares.get()).set(clientId, share));

const send = async (
  entry: OutboxEntry,
  save: (next: OutboxEntry) => Promise<void>,
  { signal, moved }: Going,
): Promise<void> => {
  let current = entry;
  for (const file of entry.files) {
    if (file.fileId !== null) continue;
    const onSent = (share: number) => {
      moved();
      setProgress(file.clientId, share);
    };
    const fileId = await uploadFile(file, onSent, signal);
    moved();
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
  // The first words decide whether more may follow, and put the conversation into the list.
  if (message.seq <= 2) refreshConversation(conversation);
};

/** Where a message was refused for good, what one may do there is not what this tab thought. */
const onRefused = ({ conversation }: OutboxEntry) => refreshConversation(conversation);
const sender = createSender({ store, owner, send, changed, onRefused });
let isSender = false;

/** Takes the sending for this tab as soon as no other has it, and keeps it while the tab lives. Called once. */
export function storeOutbox(): void {
  const begin = () => {
    isSender = true;
    void sender.look();
  };
  // Without locks two tabs may send the same message; the server makes one of it.
  if ('locks' in navigator) {
    navigator.locks
      .request('campus-outbox', () => {
        begin();
        return new Promise(() => undefined);
      })
      // A frame whose browser lets it share nothing shares no messages either.
      .catch(begin);
  } else begin();
  channel?.addEventListener('message', ({ data }) => {
    void readOutbox();
    if (isSender) void sender.look({ anew: data === 'anew' });
  });
  const anew = () => {
    void readOutbox();
    if (isSender) void sender.look({ anew: true });
    drafts.sendAll();
  };
  window.addEventListener('online', anew);
  liveState.subscribe(() => liveState.get() === 'here' && anew());
  session.subscribe(() => {
    if (session.get().status === authStatus.LOGGED_IN) return anew();
    outbox.set([]);
    void sender.look();
  });
  anew();
}

/** Keeps a message and sends it as soon as it can be; resolves when the browser has it. */
export async function post(
  entry: Omit<NewEntry, 'clientId' | 'owner' | 'writtenAt'>,
): Promise<void> {
  const me = owner();
  if (me === null) throw new Error('user not logged in');
  await store.add({
    ...entry,
    clientId: newClientId(),
    owner: me,
    writtenAt: new Date().toISOString(),
  });
  // It is kept by now, whatever else fails.
  await readOutbox().catch(() => undefined);
  channel?.postMessage('changed');
  if (isSender) void sender.look();
}

/** Tries a message again that was refused, as it is. */
export async function retryEntry(entry: OutboxEntry): Promise<void> {
  await store.put({ ...entry, failure: null });
  changedAnew();
}

/** Takes a message back that has not been sent. */
export async function deleteEntry(entry: OutboxEntry): Promise<void> {
  await store.remove(entry.order);
  changed();
}

/** Sends all that waits, now; what was refused before is tried once more. */
export async function sendNow(): Promise<void> {
  const me = owner();
  if (me === null) return;
  for (const entry of await store.all(me))
    if (entry.failure?.isFinal === true) await store.put({ ...entry, failure: null });
  changedAnew();
  drafts.sendAll();
}

/** Removes all that a person has written here and not sent. */
export async function forgetOutbox(uid: string): Promise<void> {
  await store.clear(uid);
  channel?.postMessage('changed');
  await readOutbox();
}

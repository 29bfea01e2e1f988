import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A file of a message. `fileId` is set once the server has the file. */
export interface UnsentFile {
  readonly clientId: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly blob: Blob;
  readonly fileId: string | null;
}

/** The reason why a message was not sent. With `isFinal`, an automatic retry won't help, so the user has to act. */
export interface SendFailure {
  readonly code: string;
  readonly message: string;
  readonly isFinal: boolean;
}

/** A message that the browser keeps until the server has stored it. */
export interface UnsentMessage {
  /** Position in writing order, assigned by the store. */
  readonly order: number;
  /** Also the message's permanent ID, so sending it twice creates one message. */
  readonly clientId: string;
  /** The author. Other users of this browser neither see nor send the message. */
  readonly owner: string;
  readonly conversation: string;
  readonly text: string;
  readonly replyTo: number | null;
  readonly forward: { readonly conversation: string; readonly seq: number } | null;
  readonly files: readonly UnsentFile[];
  /** ISO 8601, by the local clock. */
  readonly writtenAt: string;
  readonly tries: number;
  readonly failure: SendFailure | null;
}

/** A message before the store has assigned its position. */
export type NewMessage = Omit<UnsentMessage, 'order' | 'tries' | 'failure'>;

interface UnsentDb extends DBSchema {
  entries: {
    key: number;
    value: Omit<UnsentMessage, 'order'> & { order?: number };
    indexes: { owner: string };
  };
}

/** Stores outgoing messages in writing order. */
export interface UnsentStore {
  add(entry: NewMessage): Promise<UnsentMessage>;
  all(owner: string): Promise<UnsentMessage[]>;
  /** Updates an entry. It does nothing if the entry was deleted. */
  put(entry: UnsentMessage): Promise<void>;
  remove(order: number): Promise<void>;
  /** Removes all entries of a user. */
  clear(owner: string): Promise<void>;
}

const open = (): Promise<IDBPDatabase<UnsentDb>> =>
  openDB<UnsentDb>('campus-outbox', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true }).createIndex(
        'owner',
        'owner',
      );
    },
  });

/** In-memory store, for frames and private windows in which the browser lets pages store nothing. */
const memoryStore = (): UnsentStore => {
  const entries = new Map<number, UnsentMessage>();
  let last = 0;
  return {
    add: async (entry) => {
      last += 1;
      const whole = { ...entry, order: last, tries: 0, failure: null };
      entries.set(last, whole);
      return whole;
    },
    all: async (owner) => [...entries.values()].filter((entry) => entry.owner === owner),
    put: async (entry) => {
      if (entries.has(entry.order)) entries.set(entry.order, entry);
    },
    remove: async (order) => void entries.delete(order),
    clear: async (owner) => {
      for (const [order, entry] of entries) if (entry.owner === owner) entries.delete(order);
    },
  };
};

/** Opens the browser's database, or an in-memory store if there is none. */
export const openUnsentStore = (): UnsentStore => {
  const database = browserStore();
  let chosen: Promise<UnsentStore> | null = null;
  const store = () =>
    (chosen ??= database.all('').then(
      () => database,
      () => memoryStore(),
    ));
  return {
    add: async (entry) => (await store()).add(entry),
    all: async (owner) => (await store()).all(owner),
    put: async (entry) => (await store()).put(entry),
    remove: async (order) => (await store()).remove(order),
    clear: async (owner) => (await store()).clear(owner),
  };
};

/** Store in IndexedDB, which survives closing the tab and the browser. */
const browserStore = (): UnsentStore => {
  let opened: Promise<IDBPDatabase<UnsentDb>> | null = null;
  // If the database can't be opened, as in some private windows, the next message tries again.
  const db = () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    }));
  return {
    add: async (entry) => {
      const whole = { ...entry, tries: 0, failure: null };
      return { ...whole, order: await (await db()).add('entries', whole) };
    },
    // Every stored row contains its key.
    all: async (owner) =>
      (await (await db()).getAllFromIndex('entries', 'owner', owner)) as UnsentMessage[],
    put: async (entry) => {
      const { store, done } = (await db()).transaction('entries', 'readwrite');
      if ((await store.getKey(entry.order)) !== undefined) await store.put(entry);
      await done;
    },
    remove: async (order) => void (await (await db()).delete('entries', order)),
    clear: async (owner) => {
      const { store, done } = (await db()).transaction('entries', 'readwrite');
      const keys = await store.index('owner').getAllKeys(owner);
      await Promise.all([...keys.map((key) => store.delete(key)), done]);
    },
  };
};

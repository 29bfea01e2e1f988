import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewEntry, OutboxEntry } from './outbox-entry.ts';

interface OutboxDb extends DBSchema {
  entries: {
    key: number;
    value: Omit<OutboxEntry, 'order'> & { order?: number };
    indexes: { owner: string };
  };
}

/** Keeps messages on their way in the order of writing. */
export interface OutboxStore {
  add(entry: NewEntry): Promise<OutboxEntry>;
  all(owner: string): Promise<OutboxEntry[]>;
  /** Keeps what has become of an entry; of one that was taken back meanwhile, nothing. */
  put(entry: OutboxEntry): Promise<void>;
  remove(order: number): Promise<void>;
  /** Removes all that is somebody's. */
  clear(owner: string): Promise<void>;
}

const open = (): Promise<IDBPDatabase<OutboxDb>> =>
  openDB<OutboxDb>('campus-outbox', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true }).createIndex(
        'owner',
        'owner',
      );
    },
  });

/** In the tab's memory: where the browser lets a page keep nothing, as in some frames and private windows. */
const memoryStore = (): OutboxStore => {
  const entries = new Map<number, OutboxEntry>();
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

/** The browser's database where there is one, else the tab's memory. */
export const openOutboxStore = (): OutboxStore => {
  const database = browserStore();
  let chosen: Promise<OutboxStore> | null = null;
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

/** In the browser's database, which outlives the tab and the browser. */
const browserStore = (): OutboxStore => {
  let opened: Promise<IDBPDatabase<OutboxDb>> | null = null;
  // A database that could not be opened, as in some private windows, is tried again with the next message.
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
    // The key is in every row that was stored.
    all: async (owner) =>
      (await (await db()).getAllFromIndex('entries', 'owner', owner)) as OutboxEntry[],
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

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewEntry, OutboxEntry } from './outbox-entry.ts';

interface OutboxDb extends DBSchema {
  entries: {
    key: number;
    value: Omit<OutboxEntry, 'order'> & { order?: number };
    indexes: { owner: string };
  };
}

/** Stores outgoing messages in writing order. */
export interface OutboxStore {
  add(entry: NewEntry): Promise<OutboxEntry>;
  all(owner: string): Promise<OutboxEntry[]>;
  /** Updates an entry. It does nothing if the entry was deleted. */
  put(entry: OutboxEntry): Promise<void>;
  remove(order: number): Promise<void>;
  /** Removes all entries of a user. */
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

/** In-memory store, for frames and private windows in which the browser lets pages store nothing. */
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

/** Opens the browser's database, or an in-memory store if there is none. */
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

/** Store in IndexedDB, which survives closing the tab and the browser. */
const browserStore = (): OutboxStore => {
  let opened: Promise<IDBPDatabase<OutboxDb>> | null = null;
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

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { NewEntry, OutboxEntry } from './outbox-entry.ts';

interface OutboxDb extends DBSchema {
  entries: { key: number; value: Omit<OutboxEntry, 'order'> & { order?: number }; indexes: { owner: string } };
}

/** Keeps messages on their way in the order of writing. */
export interface OutboxStore {
  add(entry: NewEntry): Promise<OutboxEntry>;
  all(owner: string): Promise<OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  remove(order: number): Promise<void>;
}

const open = (): Promise<IDBPDatabase<OutboxDb>> =>
  openDB<OutboxDb>('campus-outbox', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'order', autoIncrement: true }).createIndex('owner', 'owner');
    },
  });

/** In the browser's database, which outlives the tab and the browser. */
export const browserStore = (): OutboxStore => {
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
    all: async (owner) => (await (await db()).getAllFromIndex('entries', 'owner', owner)) as OutboxEntry[],
    put: async (entry) => void (await (await db()).put('entries', entry)),
    remove: async (order) => void (await (await db()).delete('entries', order)),
  };
};

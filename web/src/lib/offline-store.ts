import type { QueryKey } from '@tanstack/react-query';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { beyondLimits, offlineLimits } from './offline-rules.ts';
import type { SavedPage } from './offline-state.ts';

/** A reply on this device. The browser separates the databases of different schools, because each has its own host. */
export interface StoredReply {
  /** The person's uid. */
  owner: string;
  hash: string;
  key: QueryKey;
  /** JSON without addresses that open files. */
  data: string;
  updatedAt: number;
  /** Length of the JSON. */
  bytes: number;
}

interface StoredPage extends SavedPage {
  owner: string;
  at: number;
}

interface OfRelease {
  release?: string;
}

interface OfflineDb extends DBSchema {
  replies: { key: [string, string]; value: StoredReply & OfRelease };
  pages: { key: [string, string]; value: StoredPage & OfRelease };
}

/** Returns the script that every page of this release starts with. Its name contains a hash of all others. */
const releaseHere = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
/** Another release's replies may have another shape. They stay until they are too old, because its tabs may still be open. */
const isOfRelease = ({ release }: OfRelease): boolean => release === releaseHere();

let opened: Promise<IDBPDatabase<OfflineDb>> | undefined;

const database = (): Promise<IDBPDatabase<OfflineDb>> =>
  (opened ??= openDB<OfflineDb>('campus-offline', 1, {
    upgrade(db) {
      db.createObjectStore('replies', { keyPath: ['owner', 'hash'] });
      db.createObjectStore('pages', { keyPath: ['owner', 'href'] });
    },
    // Otherwise, an open tab would keep a later release from changing the database.
    blocking: (_current, _next, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));

const ofOwner = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);

/** Returns a person's replies of this release that aren't too old. */
export const readReplies = async (owner: string): Promise<StoredReply[]> => {
  const oldest = Date.now() - offlineLimits.ageMs;
  const all = await (await database()).getAll('replies', ofOwner(owner));
  return all.filter((one) => one.updatedAt >= oldest && isOfRelease(one));
};

/**
 * Stores replies, and deletes the oldest ones beyond the limits. `isAllowed` is asked once the database is open, because the
 * person may have signed out since.
 */
export const saveReplies = async (
  replies: readonly StoredReply[],
  isAllowed: () => boolean,
): Promise<void> => {
  const db = await database();
  if (!isAllowed()) return;
  const change = db.transaction('replies', 'readwrite');
  for (const one of replies) void change.store.put({ ...one, release: releaseHere() });
  const all = await change.store.getAll();
  for (const { owner, hash } of beyondLimits(all, Date.now()))
    void change.store.delete([owner, hash]);
  await change.done;
};

export const removeReply = async (owner: string, hash: string): Promise<void> => {
  await (await database()).delete('replies', [owner, hash]);
};

/** Stores that a page's data is on this device. */
export const savePage = async (page: StoredPage, isAllowed: () => boolean): Promise<void> => {
  const db = await database();
  if (!isAllowed()) return;
  const change = db.transaction('pages', 'readwrite');
  void change.store.put({ ...page, release: releaseHere() });
  const all = await change.store.getAll();
  const asEntries = all.map((one) => ({ ...one, updatedAt: one.at, bytes: 0 }));
  const limits = { ...offlineLimits, replies: offlineLimits.pages };
  for (const { owner, href } of beyondLimits(asEntries, Date.now(), limits))
    void change.store.delete([owner, href]);
  await change.done;
};

/** Returns a person's pages of this release, newest first. */
export const readPages = async (owner: string): Promise<StoredPage[]> => {
  const oldest = Date.now() - offlineLimits.ageMs;
  const all = await (await database()).getAll('pages', ofOwner(owner));
  return all.filter((one) => one.at >= oldest && isOfRelease(one)).toSorted((a, b) => b.at - a.at);
};

/** Deletes the data of everyone, or of everyone but one person. */
export const forgetOfflineData = async (except?: string): Promise<void> => {
  const db = await database();
  for (const name of ['replies', 'pages'] as const) {
    if (except === undefined) await db.clear(name);
    else
      for (const key of await db.getAllKeys(name))
        if (key[0] !== except) await db.delete(name, key);
  }
};

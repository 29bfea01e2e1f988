import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CheckInKit } from '#contract/events/attendees.endpoints.ts';
import type { Scan } from './check-in-rules.ts';

/** The scanner's stored data of one event. */
export interface StoredKit extends CheckInKit {
  owner: string;
  eventId: string;
  /** By the device's clock. */
  receivedAt: string;
}

export interface StoredScan extends Scan {
  owner: string;
  eventId: string;
  /** The date of the event; null if there is only one, and missing in data stored by an earlier release. */
  occurrence?: string | null;
}

/** A user's ticket, stored for offline use. */
export interface StoredTicket<T = unknown> {
  owner: string;
  eventId: string;
  ticket: T;
}

interface CheckInDb extends DBSchema {
  kits: { key: [string, string]; value: StoredKit };
  scans: { key: string; value: StoredScan; indexes: { event: [string, string] } };
  tickets: { key: [string, string]; value: StoredTicket };
}

let opened: Promise<IDBPDatabase<CheckInDb>> | undefined;

const database = (): Promise<IDBPDatabase<CheckInDb>> =>
  (opened ??= openDB<CheckInDb>('campus-check-in', 1, {
    upgrade(db) {
      db.createObjectStore('kits', { keyPath: ['owner', 'eventId'] });
      db.createObjectStore('scans', { keyPath: 'clientId' }).createIndex('event', [
        'owner',
        'eventId',
      ]);
      db.createObjectStore('tickets', { keyPath: ['owner', 'eventId'] });
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));

export const readKit = async (owner: string, eventId: string): Promise<StoredKit | undefined> => {
  const kit = await (await database()).get('kits', [owner, eventId]);
  // Lists stored by an earlier release have no times.
  return kit && { ...kit, times: kit.times ?? [] };
};

export const saveKit = async (kit: StoredKit): Promise<void> => {
  await (await database()).put('kits', kit);
};

/** Returns a user's scans of an event on this device, oldest first. */
export const readScans = async (owner: string, eventId: string): Promise<StoredScan[]> =>
  (await (await database()).getAllFromIndex('scans', 'event', [owner, eventId])).toSorted((a, b) =>
    a.at < b.at ? -1 : 1,
  );

/** Resolves once the scans are on the disk, where they survive a crash, a closed tab or an empty battery. */
export const saveScans = async (scans: readonly StoredScan[]): Promise<void> => {
  const change = (await database()).transaction('scans', 'readwrite', { durability: 'strict' });
  await Promise.all([...scans.map((scan) => change.store.put(scan)), change.done]);
};

/** Returns a user's scans of all events on this device, oldest first. */
export const readAllScans = async (owner: string): Promise<StoredScan[]> =>
  (
    await (
      await database()
    ).getAllFromIndex('scans', 'event', IDBKeyRange.bound([owner], [owner, []]))
  ).toSorted((a, b) => (a.at < b.at ? -1 : 1));

/** Time for which sent scans are kept, in milliseconds. Until then, a host can see and undo them in the scanner. */
const keptMs = 12 * 3_600_000;

/**
 * Removes scans of all users that the server received this long ago. Scans missing in the stored list stay, because offline
 * they determine who is checked in.
 */
export const removeSent = async (forMs = keptMs): Promise<void> => {
  const before = new Date(Date.now() - forMs).toISOString();
  const change = (await database()).transaction(['scans', 'kits'], 'readwrite');
  const kits = new Map(
    (await change.objectStore('kits').getAll()).map((kit) => [
      `${kit.owner} ${kit.eventId}`,
      kit.receivedAt,
    ]),
  );
  const scans = change.objectStore('scans');
  const old = (await scans.getAll()).filter(({ owner, eventId, sentAt }) => {
    const listAt = kits.get(`${owner} ${eventId}`);
    return sentAt !== null && sentAt <= before && (listAt === undefined || sentAt <= listAt);
  });
  await Promise.all([...old.map(({ clientId }) => scans.delete(clientId)), change.done]);
};

export const readTicket = async <T>(
  owner: string,
  eventId: string,
): Promise<StoredTicket<T> | undefined> =>
  (await (await database()).get('tickets', [owner, eventId])) as StoredTicket<T> | undefined;

export const saveTicket = async <T>(ticket: StoredTicket<T>): Promise<void> => {
  await (await database()).put('tickets', ticket);
};

export const removeTicket = async (owner: string, eventId: string): Promise<void> => {
  await (await database()).delete('tickets', [owner, eventId]);
};

/**
 * Call this at sign-out. It removes the lists with names and tickets, and the scans that the server has. Unsent scans stay;
 * they contain no names.
 */
export const forgetKits = async (): Promise<void> => {
  const db = await database();
  await Promise.all([db.clear('kits'), db.clear('tickets')]);
  await removeSent(0);
};

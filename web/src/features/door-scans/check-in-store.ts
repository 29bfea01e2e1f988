import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CheckInKit } from '#contract/events/attendees.endpoints.ts';
import type { Scan } from './check-in-rules.ts';

/** What the scanner knows of one event, on this device. */
export interface StoredKit extends CheckInKit {
  owner: string;
  eventId: string;
  /** By the clock of the device. */
  receivedAt: string;
}

export interface StoredScan extends Scan {
  owner: string;
  eventId: string;
  /** The time of the event whose door it was; null where it has one, missing where an earlier release stored it. */
  occurrence?: string | null;
}

/** Somebody's ticket, to be shown without network. */
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
  // Lists that an earlier release has kept have no times.
  return kit && { ...kit, times: kit.times ?? [] };
};

export const saveKit = async (kit: StoredKit): Promise<void> => {
  await (await database()).put('kits', kit);
};

/** The scans of an event that were made on this device by a person, oldest first. */
export const readScans = async (owner: string, eventId: string): Promise<StoredScan[]> =>
  (await (await database()).getAllFromIndex('scans', 'event', [owner, eventId])).toSorted((a, b) =>
    a.at < b.at ? -1 : 1,
  );

/** Returns once the scans are on the disk: whatever happens to the page, the tab or the battery then, they are there. */
export const saveScans = async (scans: readonly StoredScan[]): Promise<void> => {
  const change = (await database()).transaction('scans', 'readwrite', { durability: 'strict' });
  await Promise.all([...scans.map((scan) => change.store.put(scan)), change.done]);
};

/** The scans of all events that were made on this device by a person, oldest first. */
export const readAllScans = async (owner: string): Promise<StoredScan[]> =>
  (
    await (
      await database()
    ).getAllFromIndex('scans', 'event', IDBKeyRange.bound([owner], [owner, []]))
  ).toSorted((a, b) => (a.at < b.at ? -1 : 1));

/** Sent scans stay for so long, in milliseconds: until then a host sees them in the scanner, and may take one back. */
const keptMs = 12 * 3_600_000;

/**
 * Removes scans that the server has, whoever made them, where it has had them for so long. Those that the list kept here does not know
 * yet stay: without network they say who is in.
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

/** At sign-out: lists with names and tickets go, and scans that the server has. The others stay until it has them; they name nobody. */
export const forgetKits = async (): Promise<void> => {
  const db = await database();
  await Promise.all([db.clear('kits'), db.clear('tickets')]);
  await removeSent(0);
};

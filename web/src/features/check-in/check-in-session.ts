import { getCheckInKit } from '#contract/events/calls.ts';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { loadErrorWords } from '../../lib/error-text.ts';
import { saveStartData } from '../../lib/offline-start.ts';
import { session } from '../../lib/session-store.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { keepFilesOffline } from '../../lib/worker.ts';
import { loadDetector } from './camera.ts';
import { batchesOf, isNoNetwork, sendBatch } from '../door-scans/sending.ts';
import { signInAgain } from '../../shell/start-app.ts';
import {
  entriesOf,
  indexOf,
  isOfTime,
  verifyCode,
  verifySeat,
  readKey,
  seatKey,
  type Attendee,
  type ScanContext,
  type ScanVerdict,
  type Scan,
} from '../door-scans/check-in-rules.ts';
import {
  readKit,
  readScans,
  removeSent,
  saveKit,
  saveScans,
  type StoredKit,
  type StoredScan,
} from '../door-scans/check-in-store.ts';

/** Intervals for loading the list and for sending scans, in milliseconds. */
const kitMs = 30_000;
const sendMs = 10_000;
/** A code that stays in view counts as one scan until it has been gone for this long, in milliseconds. */
const sameMs = 4_000;
/** Shortens a scanned code for storage. */
export const codeOf = (text: string): string => text.trim().slice(0, 200);

export interface CheckInState {
  kit: StoredKit | null;
  /** Oldest first. */
  scans: readonly StoredScan[];
  isOffline: boolean;
  /** True if the user is signed out. Scans are sent after the next sign-in. */
  isSignedOut: boolean;
  error: Error | null;
}

export interface CheckInCounts {
  waiting: number;
  /** Number of people and guests who are checked in, and who are expected. */
  inside: number;
  expected: number;
  /** The attendees of this date. */
  attendees: readonly Attendee[];
  isInside: (ticket: string, seat: number) => boolean;
}

const isExpected = ({ status }: Attendee): boolean =>
  status === 'registered' || status === 'attended' || status === 'absent';

const none: readonly Attendee[] = [];
const rightNow = () => new Date().toISOString();
const ofTimes = new WeakMap<readonly Attendee[], Map<string, readonly Attendee[]>>();
/** Returns the attendees of a date. It returns the same array each time. */
function ofTime(kit: StoredKit | null, occurrence: string | null): readonly Attendee[] {
  if (kit === null) return none;
  if (occurrence === null) return kit.attendees;
  const known = ofTimes.get(kit.attendees) ?? new Map<string, readonly Attendee[]>();
  ofTimes.set(kit.attendees, known);
  const found = known.get(occurrence) ?? kit.attendees.filter((one) => isOfTime(one, occurrence));
  known.set(occurrence, found);
  return found;
}

export function checkInCountsOf(
  { kit, scans }: CheckInState,
  occurrence: string | null,
): CheckInCounts {
  const attendees = ofTime(kit, occurrence);
  const { times = [], receivedAt = '' } = kit ?? {};
  const entries = entriesOf({ attendees, times, receivedAt }, scans, rightNow());
  return {
    waiting: scans.filter(({ sentAt }) => sentAt === null).length,
    inside: entries.size,
    expected: attendees.reduce((sum, one) => sum + (isExpected(one) ? one.seats : 0), 0),
    attendees,
    isInside: (ticket, seat) => entries.get(seatKey(ticket, seat)) !== undefined,
  };
}

/** An event's check-in on this device. */
export interface CheckInSession {
  state: Store<CheckInState>;
  /**
   * Checks a scanned code. Returns null if the camera read it just before, because it reads a code many times while it is in view.
   * Always checks a code that was typed or came from a handheld scanner (`isTyped`).
   */
  scan: (text: string, doorName: string | null, isTyped?: boolean) => Promise<Scan | null>;
  /** Checks in a person found by name. */
  enter: (ticket: string, seat: number, doorName: string | null) => Promise<Scan | null>;
  /** Undoes a check-in. */
  undo: (scan: Scan) => Promise<void>;
  /** Sends pending scans and reloads the list. */
  sync: () => Promise<void>;
  /** Loads the stored data and syncs with the server. Returns a function that stops it. */
  open: () => () => void;
}

/**
 * The check-in of an event: the attendee list and this device's scans, which are sent while online. Each scan is stored on
 * the device before it counts.
 */
export function createCheckInSession(
  owner: string,
  eventId: string,
  occurrence: string | null,
): CheckInSession {
  const state = createStore<CheckInState>({
    kit: null,
    scans: [],
    isOffline: !navigator.onLine,
    isSignedOut: false,
    error: null,
  });
  const change = (part: Partial<CheckInState>) => state.set({ ...state.get(), ...part });
  let key: { text: string; key: CryptoKey | null } | null = null;
  /** The time of the last reading of each code. */
  const seen = new Map<string, number>();
  let isReady = false;
  let isPreparing = false;

  const doorNow = async (): Promise<ScanContext | null> => {
    const { kit, scans } = state.get();
    if (kit === null) return null;
    if (key?.text !== kit.publicKey)
      key = { text: kit.publicKey, key: await readKey(kit.publicKey) };
    return {
      eventId,
      occurrence,
      key: key.key,
      attendees: indexOf(kit.attendees).byTicket,
      revoked: new Set(kit.revoked),
      entries: entriesOf(kit, scans, rightNow()),
    };
  };

  const store = async (
    judged: ScanVerdict,
    {
      code = null,
      door,
      isUndo = false,
    }: { code?: string | null; door: string | null; isUndo?: boolean },
  ): Promise<Scan> => {
    const { kit } = state.get();
    const holder =
      kit === null || judged.ticket === null
        ? undefined
        : indexOf(kit.attendees).byTicket.get(judged.ticket);
    const scan: StoredScan = {
      clientId: crypto.randomUUID(),
      owner,
      eventId,
      occurrence,
      at: new Date().toISOString(),
      door,
      code,
      ticket: judged.ticket,
      uid: holder?.uid ?? null,
      seat: judged.seat,
      verdict: judged.verdict,
      first: judged.first,
      isUndo,
      sentAt: null,
      corrected: null,
    };
    await saveScans([scan]);
    change({ scans: [...state.get().scans, scan] });
    void sync();
    return scan;
  };

  const sendWaiting = async (): Promise<void> => {
    for (;;) {
      const [batch] = batchesOf(state.get().scans);
      if (batch === undefined) return;
      const after = new Map((await sendBatch(batch)).map((scan) => [scan.clientId, scan]));
      change({ scans: state.get().scans.map((scan) => after.get(scan.clientId) ?? scan) });
    }
  };

  /** Loads and stores everything that is needed offline later. The next sync tries again if it fails. */
  const prepareOffline = async (): Promise<void> => {
    if (isReady || isPreparing) return;
    isPreparing = true;
    await removeSent().catch(() => undefined);
    saveStartData();
    await Promise.allSettled([
      loadDetector(),
      loadErrorWords(),
      import('../../ui/dialog-surface.tsx'),
    ]);
    isReady = await keepFilesOffline().catch(() => false);
    isPreparing = false;
  };

  const once = async (): Promise<void> => {
    // A page opened offline has no tokens yet.
    if (session.get().tokens === null) await signInAgain(owner);
    await sendWaiting();
    const reply = await call(getCheckInKit, { id: eventId });
    const kit = { ...reply, owner, eventId, receivedAt: new Date().toISOString() };
    change({ kit, isOffline: false, isSignedOut: false, error: null });
    await saveKit(kit).catch(() => undefined);
    // Storing files can take minutes on a bad network. Scans don't wait for it.
    void prepareOffline();
  };

  let run: Promise<void> | null = null;
  let isAgain = false;
  /** Only one sync runs at a time. It runs again if scans were added during it. */
  const sync = (): Promise<void> => {
    if (run !== null) {
      isAgain = true;
      return run;
    }
    const go = async () => {
      try {
        do {
          isAgain = false;
          await once();
        } while (isAgain);
      } catch (error) {
        if (isNoNetwork(error)) change({ isOffline: true });
        else if (error instanceof CallError && error.status === 401) change({ isSignedOut: true });
        else change({ error: error instanceof Error ? error : new Error(String(error)) });
      } finally {
        run = null;
      }
    };
    run = go();
    return run;
  };

  return {
    state,
    sync,
    async scan(text, door, isTyped = false) {
      const now = Date.now();
      const isSame = now - (seen.get(text) ?? 0) < sameMs;
      seen.set(text, now);
      if (isSame && !isTyped) return null;
      const current = await doorNow();
      return current && store(await verifyCode(current, text), { code: codeOf(text), door });
    },
    async enter(ticket, seat, door) {
      const current = await doorNow();
      return current && store(verifySeat(current, ticket, seat), { door });
    },
    async undo({ ticket, seat, code, door }) {
      if (ticket === null) return;
      seen.clear();
      await store({ verdict: 'valid', ticket, seat, first: null }, { code, door, isUndo: true });
    },
    open() {
      let isGone = false;
      void (async () => {
        const [kit, scans] = await Promise.all([
          readKit(owner, eventId).catch(() => undefined),
          readScans(owner, eventId).catch(() => []),
        ]);
        if (isGone) return;
        change({ scans, ...(kit && { kit }) });
        await sync();
      })();
      const timers = [
        setInterval(() => void sync(), kitMs),
        setInterval(() => {
          if (state.get().scans.some(({ sentAt }) => sentAt === null)) void sync();
        }, sendMs),
      ];
      const online = () => void sync();
      const offline = () => change({ isOffline: true });
      window.addEventListener('online', online);
      window.addEventListener('offline', offline);
      // Browsers keep persistent storage longer, even if the disk fills up.
      void navigator.storage?.persist?.().catch(() => false);
      return () => {
        isGone = true;
        for (const timer of timers) clearInterval(timer);
        window.removeEventListener('online', online);
        window.removeEventListener('offline', offline);
      };
    },
  };
}

import type { Clock } from '../clock.ts';
import type { SchoolRow } from '../context.ts';
import { schoolId } from '../ids.ts';
import { setBounded } from '../bounded-map.ts';

/** What authenticate_request() answers. */
export interface AuthRow {
  school: Omit<SchoolRow, 'school_id'> & { school_id: number };
  stamp: string;
  session?: {
    id: string;
    userId: number;
    isAdmin: boolean;
    isAdviser: boolean;
    /** Of the roles they hold at the school. */
    permissions: readonly string[];
    inFrame: boolean;
    isStale: boolean;
    endsAt: number;
  };
}

/** The same, as it is kept. */
export interface AuthEntry extends Omit<AuthRow, 'school'> {
  readonly school: SchoolRow;
}

/** What a Host header says: the whole host (a custom domain), the school's label below the base, or no school at all. */
export interface ParsedHost {
  readonly host: string;
  readonly label: string | null;
  readonly isBare: boolean;
}

/** How long something remembered is used without being asked for anew, in milliseconds: a host may be given to another school. */
const lifeMs = 60_000;
const entriesMax = 50_000;

/**
 * What this process remembers of schools and sessions. Nothing is believed: the transaction of each call has the database
 * confirm it (`enter_request`), so what ended anywhere ends here with its next call.
 */
export interface AuthCache {
  /** The same, with one object for a school's row, however many sessions are remembered or connected. */
  share(answered: AuthRow): AuthEntry;
  find(named: ParsedHost, key: string): AuthEntry | undefined;
  store(named: ParsedHost, key: string, opened: AuthEntry): void;
  forget(named: ParsedHost, key: string): void;
}

export const openAuthCache = (clock: Clock): AuthCache => {
  const known = new Map<string, { opened: AuthEntry; until: number }>();
  const schools = new Map<number, { stamp: string; school: SchoolRow }>();
  const keyOf = ({ host, label, isBare }: ParsedHost, key: string) =>
    `${isBare ? '' : label === null ? `host ${host}` : `label ${label}`} ${key}`;
  return {
    share({ school: { school_id: id, ...row }, stamp, session }) {
      const known = schools.get(id);
      const shared = known?.stamp === stamp ? known.school : { ...row, school_id: schoolId(id) };
      if (shared !== known?.school) schools.set(id, { stamp, school: shared });
      return { school: shared, stamp, ...(session !== undefined && { session }) };
    },
    find(named, key) {
      const name = keyOf(named, key);
      const found = known.get(name);
      if (found === undefined) return undefined;
      if (found.until > clock.now().getTime() && found.until - lifeMs <= clock.now().getTime())
        return found.opened;
      known.delete(name);
      return undefined;
    },
    store(named, key, opened) {
      setBounded(
        known,
        keyOf(named, key),
        { opened, until: clock.now().getTime() + lifeMs },
        entriesMax,
      );
    },
    forget: (named, key) => void known.delete(keyOf(named, key)),
  };
};

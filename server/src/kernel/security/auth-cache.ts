import type { Clock } from '../clock.ts';
import type { SchoolRow } from '../context.ts';
import { schoolId } from '../ids.ts';
import { setBounded } from '../bounded-map.ts';

/** A row of `authenticate_request()`. */
export interface AuthRow {
  school: Omit<SchoolRow, 'school_id'> & { school_id: number };
  stamp: string;
  /** The school's state if this cell doesn't serve it completely. Its stamp changes with it. */
  stopped?: 'frozen' | 'moved' | 'arriving';
  session?: {
    id: string;
    userId: number;
    isAdmin: boolean;
    isAdviser: boolean;
    /** The person's permissions at the school. */
    permissions: readonly string[];
    inFrame: boolean;
    isStale: boolean;
    endsAt: number;
  };
}

export interface AuthEntry extends Omit<AuthRow, 'school'> {
  readonly school: SchoolRow;
}

/** The result of parsing a Host header: the whole host (a custom domain), the school's label below the base domain, or no school. */
export interface ParsedHost {
  readonly host: string;
  readonly label: string | null;
  readonly isBare: boolean;
}

/** Maximum age of an entry in milliseconds, because a host can be assigned to another school. */
const lifeMs = 60_000;
const entriesMax = 50_000;

/**
 * This process's cache of schools and sessions. Each call's transaction confirms the entry in the database (`enter_request`), so a session
 * that ended on another server is rejected on its next call.
 */
export interface AuthCache {
  /** Returns an entry that shares one object per school's row, which saves memory with many sessions. */
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
    share({ school: { school_id: id, ...row }, stamp, stopped, session }) {
      const known = schools.get(id);
      const shared = known?.stamp === stamp ? known.school : { ...row, school_id: schoolId(id) };
      if (shared !== known?.school) schools.set(id, { stamp, school: shared });
      return {
        school: shared,
        stamp,
        ...(stopped !== undefined && { stopped }),
        ...(session !== undefined && { session }),
      };
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

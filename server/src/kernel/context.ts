import type { AnalyticsSettings } from '#contract/schools/analytics.endpoints.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import type { Paper } from '#contract/schools/paper.ts';
import type { SchoolLayout } from '#contract/schools/endpoints.ts';
import type { Actor, Employer, Member } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Commit, Db, Pool, TransactionOptions } from './database/database.ts';
import { inTransaction } from './database/database.ts';
import type { Files } from './files/files.ts';
import type { SchoolId } from './ids.ts';
import type { Live, Broadcast } from './live/live.ts';
import type { Load, LoadBudgets } from './load.ts';
import type { Log } from './log.ts';
import type { Mail } from './outbound/mail.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { EventKind } from './jobs/outbox.ts';
import { problem } from './http/problem.ts';
import type { Tokens } from './security/tokens.ts';

/** The school of the request, as `authenticate_request()` returns it. */
export interface SchoolRow {
  readonly school_id: SchoolId;
  readonly code: string;
  readonly name: string;
  readonly color: string;
  readonly favicon: string | null;
  readonly logo: string | null;
  readonly connect: boolean;
  readonly message_standalone: boolean;
  readonly locale: string;
  readonly field_rules: FieldRules;
  /** True if people can make their profiles public. `share_indexed`: search engines can list them. */
  readonly share_mode: boolean;
  readonly share_indexed: boolean;
  readonly embed_origins: readonly string[];
  /** A third-party script that counts visits, or null. */
  readonly analytics: AnalyticsSettings | null;
  readonly layout: SchoolLayout;
  /** The school's paper size for printing. Null for the default of its locale. */
  readonly paper: Paper | null;
  /** True if profiles show people's clubs. */
  readonly profile_groups: boolean;
  /** Minutes until an idle session expires, and maximum hours of a session. Null if the school sets no limit. */
  readonly session_idle_minutes: number | null;
  readonly session_hours: number | null;
}

/** The dependencies and circumstances of a call or job, without a transaction. */
export interface Scope {
  readonly requestId: string;
  /** Name of the endpoint or job. */
  readonly call: string;
  readonly school: SchoolRow;
  readonly actor: Actor;
  readonly log: Log;
  readonly clock: Clock;
  readonly files: Files;
  readonly mail: Mail;
  readonly tokens: Tokens;
  /** Client for requests to other servers. Never use it inside a transaction. */
  readonly outbound: Outbound;
  /** Client for requests to webhook addresses, which school admins choose. Never use it inside a transaction. */
  readonly hooks: Outbound;
  /** Client for requests to pages that people link in messages. It always refuses private addresses. Never use it inside a transaction. */
  readonly pages: Outbound;
  readonly pool: Pool;
  /** Notifies the event handlers that an event of this kind will be due soon. */
  readonly nudge: (kind: EventKind) => void;
  /** Returns whether an event handler exists for this kind. Other events are only for sockets. */
  readonly isHandled: (kind: EventKind) => boolean;
  /** The realtime hub. Transactions send to it with `broadcast`. */
  readonly live: Live;
  /** Processor time of the call. Jobs aren't measured. */
  readonly load?: Load;
  /** Processor-time budgets of callers; null if there is no limit. */
  readonly loadBudgets: LoadBudgets | null;
  /** The address where people reach this school, without a trailing slash. */
  readonly origin: string;
  readonly userAgent: string;
  /** The caller's address, from the proxy or the socket. */
  readonly address: string;
}

/** Returns the signed-in person, or throws if the caller isn't signed in. */
export const memberOf = (scope: Pick<Scope, 'actor'>): Member => {
  if (scope.actor.kind !== 'member') throw problem('not_logged_in');
  return scope.actor;
};

/** Returns the employer who calls, or throws if the caller is anyone else. */
export const employerOf = (scope: Pick<Scope, 'actor'>): Employer => {
  if (scope.actor.kind !== 'employer') throw problem('not_logged_in');
  return scope.actor;
};

/** Returns the person who is signed in with a session, or throws if the caller uses an API key. */
export const sessionOf = (scope: Pick<Scope, 'actor'>): Member & { readonly sessionId: string } => {
  const member = memberOf(scope);
  if (member.sessionId === null) throw problem('not_for_keys');
  return { ...member, sessionId: member.sessionId };
};

/** A scope inside its transaction. */
export interface Context extends Scope {
  readonly db: Db;
  /** Messages that sockets receive after the commit, added by `broadcast`. */
  readonly broadcasts: Broadcast[];
  readonly commit: Commit;
}

/** Returns whether the database canceled the transaction because of a conflict with another one, so that it can be repeated. */
const isCrossed = (error: unknown): boolean =>
  ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code));
const tries = 3;

/** Opens a transaction for several scopes of one school. `scope` is any of them. The rules of `transact` apply. */
export const transactBatch = async <T>(
  scope: Pick<Scope, 'pool' | 'school' | 'live'>,
  work: (part: Pick<Context, 'db' | 'broadcasts' | 'commit'>) => Promise<T>,
  options: Omit<TransactionOptions, 'school'> = {},
): Promise<T> => {
  const { school_id: school } = scope.school;
  for (let round = 1; ; round += 1) {
    const broadcasts: Broadcast[] = [];
    try {
      const result = await inTransaction(scope.pool, { school, ...options }, (db, commit) =>
        work({ db, broadcasts, commit }),
      );
      if (broadcasts.length > 0) scope.live.deliver(school, broadcasts);
      return result;
    } catch (error) {
      if (round === tries || !isCrossed(error)) throw error;
    }
  }
};

/**
 * Opens the scope's transaction. Events that `work` emits become visible with its commit. `work` makes no outside calls, so it can run
 * again after a conflict with another transaction.
 */
export const transact = <T>(
  scope: Scope,
  work: (context: Context) => Promise<T>,
  options: Omit<TransactionOptions, 'school'> = {},
): Promise<T> =>
  transactBatch(scope, (part) => work({ ...scope, ...part }), {
    ...options,
    ...(scope.load !== undefined && { load: scope.load }),
  });

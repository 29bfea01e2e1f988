import type { AnalyticsSettings } from '#contract/schools/analytics.endpoints.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import type { Paper } from '#contract/schools/paper.ts';
import type { SchoolLayout } from '#contract/schools/endpoints.ts';
import type { Actor, Member } from './actor.ts';
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

/** The school of the request, as authenticate_request() answers it. */
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
  /** Whether people may show their profile to anybody, and whether search engines may list it. */
  readonly share_mode: boolean;
  readonly share_indexed: boolean;
  readonly embed_origins: readonly string[];
  /** A script of somebody else that counts visits; null: none. */
  readonly analytics: AnalyticsSettings | null;
  readonly layout: SchoolLayout;
  /** On which the school prints; null: what is usual. */
  readonly paper: Paper | null;
  /** Whether profiles show the clubs somebody is in. */
  readonly profile_groups: boolean;
  /** Minutes a session may rest, and hours it may last; null: no limit of the school's own. */
  readonly session_idle_minutes: number | null;
  readonly session_hours: number | null;
}

/** What every piece of work has at hand before it has opened a transaction. */
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
  /** Calls to other servers; never inside a transaction. */
  readonly outbound: Outbound;
  /** Calls to addresses of webhooks, which admins of schools choose; never inside a transaction. */
  readonly hooks: Outbound;
  /** Calls to pages that people name in messages: never to private addresses, whatever others may call; never inside a transaction. */
  readonly pages: Outbound;
  readonly pool: Pool;
  /** Tells the event handlers that an event of this kind will be waiting soon. */
  readonly nudge: (kind: EventKind) => void;
  /** Whether any event handler takes events of this kind; the others are for sockets alone. */
  readonly isHandled: (kind: EventKind) => boolean;
  /** The realtime hub; what a transaction says to it goes through `tell`. */
  readonly live: Live;
  /** Processor time of the call. Jobs aren't measured. */
  readonly load?: Load;
  /** Processor-time budgets of callers; null if there is no limit. */
  readonly loadBudgets: LoadBudgets | null;
  /** Address people use to reach this school, without a slash at its end. */
  readonly origin: string;
  readonly userAgent: string;
  /** Address of the caller as the proxy or socket tells it. */
  readonly address: string;
}

/** The signed-in person of a scope; a visitor is refused. */
export const memberOf = (scope: Pick<Scope, 'actor'>): Member => {
  if (scope.actor.kind !== 'member') throw problem('not_logged_in');
  return scope.actor;
};

/** The same of somebody whom a session has signed in; a key is refused. */
export const sessionOf = (scope: Pick<Scope, 'actor'>): Member & { readonly sessionId: string } => {
  const member = memberOf(scope);
  if (member.sessionId === null) throw problem('not_for_keys');
  return { ...member, sessionId: member.sessionId };
};

/** A scope inside its transaction. */
export interface Context extends Scope {
  readonly db: Db;
  /** What sockets receive after the commit, filled by `broadcast`. */
  readonly broadcasts: Broadcast[];
  readonly commit: Commit;
}

/** Two transactions in each other's way: the database has undone one, which may simply be done again. */
const isCrossed = (error: unknown): boolean =>
  ['40P01', '40001'].includes(String((error as { code?: unknown } | null)?.code));
const tries = 3;

/**
 * Opens a transaction that several scopes of one school share; `scope` is any of them. What `transact` says holds here too.
 */
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
 * Opens the scope's transaction; events emitted inside leave with its commit. No outside call happens inside, so that
 * `work` may run again when the database found it crossed with another.
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

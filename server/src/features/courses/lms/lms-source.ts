import { courseLimits, readingProblems, type ReadingProblem } from '#contract/courses/kinds.ts';
import type { AcademicSource } from '#contract/courses/endpoints.ts';
import type { Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { challengeOf, clientOf, connectors } from './lms-clients.ts';
import type { OwnRow, SystemRow } from './lms.queries.ts';

/** Minutes in which a sign-on address is valid. */
export const stateMinutes = 20;

/** The content of a state. It is encrypted instead of stored, and used once (lms_used_states). */
export interface State {
  readonly user: number;
  readonly session: string;
  readonly generation: number;
  readonly nonce: string;
  readonly expiresAt: number;
}

export const stateContext = (school: number): string => `lms:state:${school}`;
export const callbackOf = ({ origin }: Pick<Scope, 'origin'>): string =>
  `${origin}/api/v1/academic/oauth/callback`;
/** Returns the PKCE verifier, which only this installation can derive from the nonce. */
export const verifierOf = ({ tokens }: Pick<Scope, 'tokens'>, nonce: string): string =>
  tokens.linkToken(`lms-verifier:${nonce}`);

/** Returns the address for authorizing access. For keys, which have no browser, the page that offers it. */
export const oauthUrl = (
  scope: Pick<Scope, 'tokens' | 'school' | 'origin' | 'actor' | 'clock'>,
  system: SystemRow,
): string => {
  const { actor, tokens, school, clock } = scope;
  const client = clientOf(scope, system);
  if (actor.kind !== 'member' || actor.sessionId === null || client === null)
    return `${scope.origin}/edu`;
  const state: State = {
    user: actor.userId,
    session: actor.sessionId,
    generation: system.generation,
    nonce: tokens.newToken(),
    expiresAt: clock.now().getTime() + stateMinutes * 60_000,
  };
  return connectors[system.kind].address(client, {
    callback: callbackOf(scope),
    state: tokens.encryptFor(
      school.school_id,
      stateContext(school.school_id),
      JSON.stringify(state),
    ),
    challenge: challengeOf(verifierOf(scope, state.nonce)),
  });
};

const isProblem = (text: string | null): text is ReadingProblem =>
  (readingProblems as readonly (string | null)[]).includes(text);

/** Returns the caller's LMS connection. `fedAt`: the age of the school's files. */
export const sourceView = (
  row: OwnRow | undefined,
  now: Date,
  fedAt: Date | null = null,
): AcademicSource => {
  const schoolReadAt = fedAt?.toISOString() ?? null;
  if (row === undefined)
    return {
      schoolReadAt,
      state: 'none',
      name: null,
      readAt: null,
      problem: null,
      endedAt: null,
      isDue: false,
    };
  const isConnected = row.connected_at !== null && row.ended_at === null;
  const staleAt = now.getTime() - courseLimits.freshMinutes * 60_000;
  return {
    state: row.connected_at === null ? 'not_connected' : isConnected ? 'connected' : 'ended',
    name: row.name,
    readAt: row.read_at?.toISOString() ?? null,
    problem: isConnected && isProblem(row.problem) ? row.problem : null,
    endedAt: row.ended_at?.toISOString() ?? null,
    schoolReadAt,
    isDue:
      isConnected &&
      (row.attempted_at === null || row.attempted_at.getTime() <= staleAt) &&
      (row.retry_at === null || row.retry_at <= now),
  };
};

/** Throws 498 if the grant has ended, unless the last copy is requested. */
export const requireGrant = (
  scope: Parameters<typeof oauthUrl>[0],
  row: OwnRow | undefined,
  copy: 'last' | undefined,
): void => {
  if (row === undefined || row.ended_at === null || copy === 'last') return;
  throw problem('lms_grant_ended', { name: row.name, oauthURL: oauthUrl(scope, row) });
};

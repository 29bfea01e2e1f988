import type { SsoError, SsoMatch } from '#contract/sso/errors-shown.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { insertPeople } from '../people/people.queries.ts';
import { identifyingClaim, oneClaim, shownClaims, type Claims } from './claims.ts';
import {
  insertLink,
  selectLinked,
  selectMatches,
  selectTaken,
  updateLinkUsed,
  updateTest,
  type ProviderRow,
} from './sso.queries.ts';
import { resolveUser, type Outcome } from './sso.rules.ts';

/** The verified response of a provider. */
export interface ProviderResponse {
  /** An identifier that the provider promises never to assign to another person. Null if it makes no such promise. */
  readonly subject: string | null;
  readonly claims: Claims;
}

/** Maximum length of a stored subject in characters (OpenID Connect Core §2 allows 255). The key adds a prefix. */
const subjectMax = 256;
const keyMax = 'identifier:'.length + subjectMax;

/** Returns the key of a link: the provider's subject, or the identifier if there is none. Prefixes prevent confusion between the two. */
const linkKey = (subject: string | null, identifier: string | null): string | null =>
  subject !== null ? `subject:${subject}` : identifier !== null ? `identifier:${identifier}` : null;

const decide = async (
  context: Pick<Context, 'db'>,
  provider: ProviderRow,
  { subject, claims }: ProviderResponse,
) => {
  const identifier = identifyingClaim(claims, provider.identifier_claim);
  const key = linkKey(subject, identifier);
  if (key === null || key.length > keyMax)
    return {
      key: null,
      identifier,
      outcome: { kind: 'refused', error: 'no_identifier' } as Outcome,
    };
  const outcome = resolveUser({
    linked: await selectLinked(context.db, provider.id, key),
    identifier,
    // The column's check constraint allows only these values.
    matches:
      identifier === null
        ? []
        : await selectMatches(context.db, provider.id, provider.match_by as SsoMatch, identifier),
    makesPeople: provider.makes_people,
  });
  return { key, identifier, outcome };
};

/**
 * Creates a person from the provider's claims. Omits an email address that another person has, because email addresses don't link accounts.
 */
const createPerson = async (
  { db, school }: Context,
  provider: ProviderRow,
  identifier: string,
  claims: Claims,
): Promise<number | null> => {
  const sent = identifyingClaim(claims, provider.email_claim);
  const email = sent !== null && /^[^@\s]+@[^@\s]+$/.test(sent) ? sent : null;
  const taken = await selectTaken(db, identifier, email);
  if (taken.username) return null;
  const last = oneClaim(claims, provider.last_name_claim) ?? '';
  const first = oneClaim(claims, provider.first_name_claim) ?? (last === '' ? identifier : '');
  const [id] = await insertPeople(db, school.school_id, [
    { username: identifier, first_name: first, last_name: last, email: taken.email ? null : email },
  ]);
  return id ?? null;
};

const authenticateOnce = (
  scope: Scope,
  provider: ProviderRow,
  answered: ProviderResponse,
): Promise<{ userId: number } | SsoError> =>
  transact(scope, async (context) => {
    const { key, identifier, outcome } = await decide(context, provider, answered);
    if (outcome.kind === 'refused') return outcome.error;
    if (key === null || identifier === null) {
      // Without an identifier, only an existing link can sign a person in.
      if (outcome.kind !== 'signs_in' || key === null) return 'no_identifier';
    }
    const { db, school, clock } = context;
    if (outcome.kind === 'signs_in' && !outcome.isNew) {
      await updateLinkUsed(db, provider.id, key, clock.now());
      return { userId: outcome.userId };
    }
    const userId =
      outcome.kind === 'signs_in'
        ? outcome.userId
        : await createPerson(context, provider, identifier ?? '', answered.claims);
    if (userId === null) return 'not_added';
    await insertLink(
      db,
      school.school_id,
      { provider_id: provider.id, subject: key, user_id: userId },
      clock.now(),
    );
    return { userId };
  });

/**
 * Returns the id of the person to sign in for a verified response, or an error. Creates the link, and the person if needed, at the first
 * sign-on. If two sign-ons arrive at the same time, the second finds the rows of the first.
 */
export const authenticateSubject = async (
  scope: Scope,
  provider: ProviderRow,
  answered: ProviderResponse,
): Promise<{ userId: number } | SsoError> => {
  try {
    return await authenticateOnce(scope, provider, answered);
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== '23505') throw error;
    return authenticateOnce(scope, provider, answered);
  }
};

/** Stores the result of a test sign-on, and the person it would have signed in. The test passes only if it would sign someone in. */
export const saveTest = (
  scope: Scope,
  provider: ProviderRow,
  answered: ProviderResponse | SsoError,
): Promise<void> =>
  transact(scope, async ({ db, clock }) => {
    const now = clock.now();
    const at = now.toISOString();
    if (typeof answered === 'string')
      return updateTest(
        db,
        provider,
        { at, outcome: answered, userId: null, attributes: [] },
        null,
      );
    const { outcome } = await decide({ db }, provider, answered);
    const isPassed = outcome.kind !== 'refused';
    return updateTest(
      db,
      provider,
      {
        at,
        outcome: outcome.kind === 'refused' ? outcome.error : outcome.kind,
        userId: outcome.kind === 'signs_in' ? outcome.userId : null,
        attributes: shownClaims(answered.claims),
      },
      isPassed ? now : null,
    );
  });

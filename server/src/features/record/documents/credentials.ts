import { createHash, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { documentPath } from '#contract/record/limits.ts';
import type { DocumentContent } from '#contract/record/public.endpoints.ts';
import { didOf, keyIdOf } from '../keys/record-keys.ts';
import { statusEntry } from './status-list.ts';

/*
 * Open Badges 3.0 and Comprehensive Learner Record 2.0 as JSON Web Tokens: the payload is the credential with the
 * additional properties `iss`, `jti`, `nbf` and `sub` (https://www.imsglobal.org/spec/ob/v3p0/#jwt-proof,
 * https://www.imsglobal.org/spec/clr/v2p0/).
 */

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
];
const recordContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
  ...contexts.slice(1),
];

/**
 * URL of the revocation list for credentials issued before the status lists (1EdTech Credential Revocation List). The list
 * identifies credentials by URL and so reveals their codes. That's why no new ones are added.
 */
export const revocationsPath = '/record/revocations.json';

export interface Issuer {
  readonly origin: string;
  readonly name: string;
  readonly keyId: number;
  readonly key: KeyObject;
}

export interface CredentialFacts {
  readonly code: string;
  /** Position in the school's status lists. */
  readonly statusId: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date | null;
  /**
   * Null if the school has none. The credential contains it as a salted hash, so that only people who have the address
   * can compare it.
   */
  readonly email: string | null;
  readonly content: DocumentContent;
  /** True if the record doesn't contain everything that is verified. */
  readonly isPartial: boolean;
}

const profile = ({ origin, name }: Issuer) => ({
  id: didOf(origin),
  type: ['Profile'],
  name,
  url: origin,
});

/** Returns the holder's identities: the name, and the hash of the email address with the code as the salt. */
const identities = ({ email, code, content }: CredentialFacts) => [
  { type: 'IdentityObject', hashed: false, identityHash: content.holder, identityType: 'name' },
  ...(email === null
    ? []
    : [
        {
          type: 'IdentityObject',
          hashed: true,
          salt: code,
          identityHash: `sha256$${createHash('sha256')
            .update(email.toLowerCase() + code)
            .digest('hex')}`,
          identityType: 'emailAddress',
        },
      ]),
];

const head = (issuer: Issuer, { code, issuedAt, expiresAt }: CredentialFacts) => ({
  id: `${issuer.origin}${documentPath(code)}`,
  issuer: profile(issuer),
  validFrom: issuedAt.toISOString(),
  ...(expiresAt !== null && { validUntil: expiresAt.toISOString() }),
});

/** Signs a credential as a JSON Web Token. */
export const signCredential = (
  issuer: Issuer,
  payload: Record<string, unknown> & { id: string },
  facts: Pick<CredentialFacts, 'issuedAt' | 'expiresAt'>,
): Promise<string> => {
  const jwt = new SignJWT(payload)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keyIdOf(issuer.origin, issuer.keyId) })
    .setIssuer(didOf(issuer.origin))
    .setJti(payload.id)
    .setNotBefore(facts.issuedAt);
  return (facts.expiresAt === null ? jwt : jwt.setExpirationTime(facts.expiresAt)).sign(issuer.key);
};

const achievement = (
  origin: string,
  of: { id: string; name: string; description: string; type: string },
) => ({
  id: `${origin}/record/achievements/${of.id}`,
  type: ['Achievement'],
  achievementType: of.type,
  name: of.name,
  description: of.description === '' ? of.name : of.description,
  criteria: { narrative: of.description === '' ? of.name : of.description },
});

/** Returns the achievement of a school's badge. It is the same for all holders. */
const achievementOf = ({ id, badge, name, description }: DocumentContent['badges'][number]) => ({
  id: `badge-${badge ?? id}`,
  name,
  description,
  type: 'Badge',
});

/** Returns one badge as a signed OpenBadgeCredential. */
export const badgeCredential = (issuer: Issuer, facts: CredentialFacts): Promise<string> => {
  const [badge] = facts.content.badges;
  if (badge === undefined) throw new Error('a badge credential needs a badge');
  return signCredential(
    issuer,
    {
      '@context': contexts,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      ...head(issuer, facts),
      credentialStatus: statusEntry(issuer.origin, facts.statusId),
      name: badge.name,
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: identities(facts),
        achievement: achievement(issuer.origin, achievementOf(badge)),
      },
    },
    facts,
  );
};

/** Returns the whole record as a signed ClrCredential. Each experience and badge is a credential within it. */
export const recordCredential = (issuer: Issuer, facts: CredentialFacts): Promise<string> => {
  const { content } = facts;
  const subject = (
    of: { id: string; name: string; description: string; type: string },
    more: object,
  ) => ({
    '@context': contexts,
    id: `${issuer.origin}${documentPath(facts.code)}#${of.id}`,
    type: ['VerifiableCredential', 'AchievementCredential'],
    issuer: profile(issuer),
    validFrom: facts.issuedAt.toISOString(),
    name: of.name,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: identities(facts),
      achievement: achievement(issuer.origin, of),
      ...more,
    },
  });
  return signCredential(
    issuer,
    {
      '@context': recordContexts,
      type: ['VerifiableCredential', 'ClrCredential'],
      ...head(issuer, facts),
      credentialStatus: statusEntry(issuer.origin, facts.statusId),
      name: content.holder,
      partial: facts.isPartial,
      credentialSubject: {
        type: ['ClrSubject'],
        identifier: identities(facts),
        verifiableCredential: [
          ...content.entries.map((one) =>
            subject(
              {
                id: `experience-${one.id}`,
                name: one.organization === '' ? one.title : `${one.title}, ${one.organization}`,
                description: one.summary,
                type: 'CoCurricular',
              },
              {
                activityStartDate: `${one.startsOn}T00:00:00Z`,
                ...(one.endsOn !== null && { activityEndDate: `${one.endsOn}T00:00:00Z` }),
                ...(one.reflection !== '' && { narrative: one.reflection }),
                ...(one.minutes > 0 && {
                  result: [{ type: ['Result'], value: `${one.minutes / 60} hours` }],
                }),
              },
            ),
          ),
          ...content.badges.map((one) => subject(achievementOf(one), {})),
        ],
      },
    },
    facts,
  );
};

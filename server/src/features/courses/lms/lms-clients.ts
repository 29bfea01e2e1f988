import { createHash } from 'node:crypto';
import type { LmsKind } from '#contract/courses/kinds.ts';
import type { Scope } from '../../../kernel/context.ts';
import { canvas } from './canvas.ts';
import type { LmsClient, LmsConnector, LmsTokens } from './connector.ts';
import type { SystemRow } from './lms.queries.ts';

/** All connectors. */
export const connectors: Readonly<Record<LmsKind, LmsConnector>> = { canvas };

type Sealer = Pick<Scope, 'tokens'> & { readonly school: { readonly school_id: number } };

/** Context of the encryption, without which it can't be decrypted. */
const secretContext = 'lms:client-secret';
const tokensContext = (user: number) => `lms:tokens:${user}`;

export const encryptSecret = ({ tokens, school }: Sealer, secret: string): string =>
  tokens.encryptFor(school.school_id, secretContext, secret);

/** Returns the school's client. Null if its secret was encrypted with another installation's key. */
export const clientOf = (
  { tokens, school }: Sealer,
  system: Pick<SystemRow, 'base_url' | 'client_id' | 'client_secret'>,
): LmsClient | null => {
  const secret = tokens.decryptFor(school.school_id, secretContext, system.client_secret);
  return secret === null ? null : { baseUrl: system.base_url, id: system.client_id, secret };
};

export const encryptTokens = ({ tokens, school }: Sealer, user: number, given: LmsTokens): string =>
  tokens.encryptFor(
    school.school_id,
    tokensContext(user),
    JSON.stringify({ access: given.access, refresh: given.refresh }),
  );

export const decryptTokens = (
  { tokens, school }: Sealer,
  user: number,
  text: string,
): Pick<LmsTokens, 'access' | 'refresh'> | null => {
  const opened = tokens.decryptFor(school.school_id, tokensContext(user), text);
  // `encryptTokens` wrote it.
  return opened === null ? null : (JSON.parse(opened) as Pick<LmsTokens, 'access' | 'refresh'>);
};

/** Returns the challenge for a verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

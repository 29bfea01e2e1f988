import type { KeyObject } from 'node:crypto';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { newSigningKeys, signingKey } from '../../../kernel/security/signing-keys.ts';
import { lockTable } from '../../../kernel/sql.ts';
import { insertKey, selectActiveKey, selectKeys, type KeyRow } from './record-keys.queries.ts';

/*
 * The school's keys, and the document at /.well-known/did.json with its public keys
 * (https://w3c-ccg.github.io/did-method-web/).
 */

const contextOf = (school: number): string => `record-key:${school}`;

/** Creates a new key pair for all later signatures. */
export const renewSigningKey = async ({ db, school, tokens, clock }: Context): Promise<void> => {
  await lockTable(db, 'record_keys');
  const keys = newSigningKeys(tokens, contextOf(school.school_id));
  await insertKey(db, school.school_id, { ...keys, now: clock.now() });
};

/** Returns the school's signing key. Creates a pair before the first signature. */
export const activeKey = async (
  context: Context,
): Promise<{ id: number; publicKey: string; key: KeyObject }> => {
  const { db, school, tokens } = context;
  const read = () => selectActiveKey(db);
  let row = await read();
  if (row === undefined) {
    await lockTable(db, 'record_keys');
    row = await read();
    if (row === undefined) {
      await renewSigningKey(context);
      row = await read();
    }
  }
  if (row === undefined) throw new Error('the new key is missing');
  return {
    id: row.id,
    publicKey: row.public_key,
    key: signingKey(tokens, contextOf(school.school_id), row.encrypted_key),
  };
};

/**
 * Returns the school's public keys, newest first. Creates a pair on the first request, because readers cache the
 * response for a while.
 */
export const publicKeys = async (scope: Scope): Promise<KeyRow[]> => {
  const keys = await transact(scope, ({ db }) => selectKeys(db), { readOnly: true });
  if (keys.length > 0) return keys;
  return transact(scope, async (context) => {
    await activeKey(context);
    return selectKeys(context.db);
  });
};

/** Returns the school's identifier in credentials: did:web with its address, and %3A before a port. */
export const didOf = (origin: string): string =>
  `did:web:${new URL(origin).host.replace(':', '%3A')}`;

export const keyIdOf = (origin: string, id: number): string => `${didOf(origin)}#key-${id}`;

/** Returns the school's DID document. */
export const didDocument = (origin: string, name: string, keys: readonly KeyRow[]) => ({
  '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
  id: didOf(origin),
  alsoKnownAs: [origin],
  verificationMethod: keys.map(({ id, public_key: x }) => ({
    id: keyIdOf(origin, id),
    type: 'JsonWebKey2020',
    controller: didOf(origin),
    publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x },
  })),
  assertionMethod: keys.map(({ id }) => keyIdOf(origin, id)),
  service: [
    { id: `${didOf(origin)}#school`, type: 'LinkedDomains', serviceEndpoint: origin, name },
  ],
});

import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { twoStepLimits } from '#contract/sessions/limits.ts';
import {
  passkeyTransports,
  type Assertion,
  type CreationOptions,
  type PasskeyTransport,
  type Registration,
  type RequestOptions,
} from '#contract/sessions/passkey-shapes.ts';
import type { Context, Scope } from '../../../kernel/context.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { problem } from '../../../kernel/http/problem.ts';
import {
  insertUsedChallenge,
  updatePasskeyUsed,
  type NewPasskey,
  type PasskeyRow,
} from './passkeys.queries.ts';

/*
 * Web Authentication. The relying party is the host of the request: browsers offer a passkey only there, and schools don't share hosts.
 * A challenge is signed instead of stored, because every visitor of the sign-in page gets one. It names its purpose, and is stored when it
 * was used, so that it works once.
 */

const lifeMs = twoStepLimits.minutes * 60_000;
/** Milliseconds for which the browser waits for the person. */
const timeout = 5 * 60_000;

type At = Pick<Scope, 'tokens' | 'school' | 'clock' | 'origin'>;

/** The use of a challenge, and the session, browser or sign-in that it belongs to. */
export interface Purpose {
  readonly what: 'add' | 'sign-in' | 'confirm' | 'second-step' | 'setup';
  readonly of: string;
}

/** Returns the host for which passkeys are added and used. */
export const hostOf = ({ origin }: Pick<Scope, 'origin'>): string => new URL(origin).hostname;

const signatureOf = ({ tokens, school }: At, { what, of }: Purpose, about: string): string =>
  tokens.linkToken(`passkey:${school.school_id}:${what}:${of}:${about}`);

const newChallenge = (at: At, purpose: Purpose): string => {
  const about = `${randomBytes(16).toString('base64url')}.${at.clock.now().getTime() + lifeMs}`;
  return `${about}.${signatureOf(at, purpose, about)}`;
};

/** Returns when a challenge expires if it is ours and for this purpose, and otherwise null. Browsers return it encoded. */
const expiryOf = (at: At, purpose: Purpose, encoded: string): Date | null => {
  const [nonce = '', until = '', signature = ''] = Buffer.from(encoded, 'base64url')
    .toString('utf8')
    .split('.');
  const expected = signatureOf(at, purpose, `${nonce}.${until}`);
  const isOurs = at.tokens.hash(expected).equals(at.tokens.hash(signature));
  return isOurs && Number(until) > at.clock.now().getTime() ? new Date(Number(until)) : null;
};

/** Returns the token of this browser that ties a sign-in to it, and sets it if the browser has none. */
export const signInBrowser = (
  { tokens }: Pick<Scope, 'tokens'>,
  transport: Pick<Transport, 'signInBrowser' | 'setSignInBrowser'>,
  inFrame: boolean,
): string => {
  const before = transport.signInBrowser();
  const token = before !== undefined && /^[\w-]{43}$/.test(before) ? before : tokens.newToken();
  transport.setSignInBrowser(token, inFrame);
  return token;
};

/** Returns the transports that we know. Browsers may send newer ones. */
const transportsOf = (names: readonly string[]): PasskeyTransport[] =>
  passkeyTransports.filter((one) => names.includes(one));

const descriptorsOf = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map((one) => ({
    id: one.credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports: transportsOf(one.transports),
  }));

const algorithms = [-8, -7, -257];

/** Returns the options with which a browser creates a passkey. */
export const creationOptions = async (
  at: At,
  purpose: Purpose,
  person: { readonly id: number; readonly name: string; readonly account: string },
  existing: readonly PasskeyRow[],
): Promise<CreationOptions> => {
  const host = hostOf(at);
  const { tokens, school } = at;
  // Authenticators store it, so it doesn't reveal the person's id.
  const handle = tokens.hash(tokens.linkToken(`passkey-user:${school.school_id}:${person.id}`));
  const { user, challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: school.name,
    rpID: host,
    userName: person.account,
    userDisplayName: person.name,
    userID: new Uint8Array(handle),
    challenge: newChallenge(at, purpose),
    supportedAlgorithmIDs: algorithms,
  });
  return {
    rp: { name: school.name, id: host },
    user,
    challenge,
    pubKeyCredParams,
    timeout,
    attestation: 'none',
    excludeCredentials: descriptorsOf(existing.filter((one) => one.host === host)),
    // A passkey replaces the password, so the device has to find it without a username, and to verify the person.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
};

/** Returns the options with which a browser uses a passkey: any of the host, or one of these. */
export const requestOptions = async (
  at: At,
  purpose: Purpose,
  passkeys: readonly PasskeyRow[] = [],
): Promise<RequestOptions> => {
  const rpId = hostOf(at);
  const { challenge } = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(at, purpose),
  });
  return {
    challenge,
    timeout,
    rpId,
    allowCredentials: descriptorsOf(passkeys),
    userVerification: 'required',
  };
};

/** A challenge that was signed. */
export interface ChallengeUse {
  readonly challenge: string;
  readonly expiresAt: Date;
}

/** Checks the challenge of a response, and keeps it. */
const checkChallenge = (at: At, purpose: Purpose) => {
  const uses: ChallengeUse[] = [];
  return {
    expectedChallenge: (challenge: string): boolean => {
      const expiresAt = expiryOf(at, purpose, challenge);
      if (expiresAt !== null) uses.push({ challenge, expiresAt });
      return expiresAt !== null;
    },
    use: (): ChallengeUse => {
      const [use] = uses;
      if (use === undefined) throw new Error('The response has no challenge.');
      return use;
    },
  };
};

/** Verifies a new passkey. Throws `passkey_not_added`. */
export const verifyRegistration = async (
  at: At,
  purpose: Purpose,
  response: Registration,
): Promise<{ readonly passkey: NewPasskey; readonly use: ChallengeUse }> => {
  const host = hostOf(at);
  const { expectedChallenge, use } = checkChallenge(at, purpose);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge,
      expectedOrigin: at.origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) throw problem('passkey_not_added');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      use: use(),
      passkey: {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: transportsOf(response.response.transports ?? []),
        isSynced: credentialBackedUp,
        host,
      },
    };
  } catch {
    // The library's errors describe the response, which only matters to an attacker.
    throw problem('passkey_not_added');
  }
};

/** Stores that a challenge was used. Returns false if it was used before. */
export const takeChallenge = (
  { db, tokens, school }: Context,
  { challenge, expiresAt }: ChallengeUse,
): Promise<boolean> => insertUsedChallenge(db, school.school_id, tokens.hash(challenge), expiresAt);

/** A verified use of a passkey, which `takeAssertion` stores. */
export interface PasskeyUse extends ChallengeUse {
  readonly passkey: number;
  readonly counter: number;
  readonly isSynced: boolean;
}

/** Throws `passkey_refused` unless a response names a challenge of ours that hasn't expired. Needs no database. */
export const requireOwnChallenge = (at: At, purpose: Purpose, { response }: Assertion): void => {
  try {
    const json = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
    const { challenge } = JSON.parse(json) as { challenge?: unknown };
    if (typeof challenge === 'string' && expiryOf(at, purpose, challenge) !== null) return;
  } catch {
    // It isn't JSON.
  }
  throw problem('passkey_refused');
};

/** Verifies that a passkey signed a challenge of ours. Throws `passkey_refused`. */
export const verifyAssertion = async (
  at: At,
  purpose: Purpose,
  passkey: PasskeyRow,
  response: Assertion,
): Promise<PasskeyUse> => {
  const { expectedChallenge, use } = checkChallenge(at, purpose);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...response.response, userHandle: response.response.userHandle ?? undefined },
        clientExtensionResults: {},
      } as never,
      expectedChallenge,
      expectedOrigin: at.origin,
      // Host pages that the school lists can contain our pages.
      expectedTopOrigin: [at.origin, ...at.school.embed_origins],
      expectedRPID: passkey.host,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (!verified) throw problem('passkey_refused');
    const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
    return { ...use(), passkey: passkey.id, counter, isSynced };
  } catch {
    throw problem('passkey_refused');
  }
};

/** Uses up a verified challenge, and stores the counter. Throws if either was used before. */
export const takeAssertion = async (context: Context, use: PasskeyUse): Promise<void> => {
  const isTaken =
    (await takeChallenge(context, use)) &&
    (await updatePasskeyUsed(context.db, use.passkey, use, context.clock.now()));
  if (!isTaken) throw problem('passkey_refused');
};

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { jwtSeconds } from '#contract/sessions/endpoints.ts';
import { setBounded } from '../bounded-map.ts';

/** Signs and verifies tokens between server and client, and encrypts stored values. */
export interface Tokens {
  /** Returns a new session token for the cookie. The database stores only its hash. */
  newToken(): string;
  hash(token: string): Buffer;
  csrfToken(sessionId: string): string;
  xsrfToken(sessionId: string): string;
  isCsrfToken(sessionId: string, token: string): boolean;
  isXsrfToken(sessionId: string, token: string): boolean;
  /** Signs the name of a stored file for the preview of a public page. */
  previewSignature(file: string): string;
  isPreviewSignature(file: string, signature: string): boolean;
  /** Signs a file's address. `about` contains the file, the recipient and the expiry. */
  addressSignature(about: string): string;
  isAddressSignature(about: string, signature: string): boolean;
  /** Returns the token of a link that isn't stored. `about` identifies the link. */
  linkToken(about: string): string;
  /** Signs a browser in which a person has signed in. `about` contains the browser, the person and the expiry. */
  browserSignature(about: string): string;
  isBrowserSignature(about: string, signature: string): boolean;
  /**
   * Encrypts a value so that the database alone doesn't reveal it. `context` is the place where it is stored, and is required to decrypt
   * it.
   */
  encrypt(context: string, text: string): string;
  /** Decrypts a value. Null if it was changed, moved, or encrypted with another secret. */
  decrypt(context: string, ciphertext: string): string | null;
  /** Encrypts with a key of the school, for data about its people from other servers. */
  encryptFor(school: number, context: string, text: string): string;
  decryptFor(school: number, context: string, ciphertext: string): string | null;
  /** Returns a bearer token for one school, which expires after `jwtSeconds`. */
  jwt(claims: { sessionId: string; uid: string; school: string }, now: Date): Promise<string>;
  /** Returns the session, the school and the expiry of a bearer token in seconds since 1970. Null if it isn't ours or has expired. */
  readJwt(
    token: string,
    now: Date,
  ): Promise<{ sessionId: string; school: string; until: number } | null>;
}

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The content of a bearer token. The expiry is in seconds since 1970. */
interface Claims {
  readonly sessionId: string;
  readonly school: string;
  readonly until: number;
}

/** Maximum verified bearer tokens in memory. People send the same token with each call, and a valid signature stays valid. */
const knownMax = 20_000;

const encryptWith = (key: Buffer, context: string, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

const decryptWith = (key: Buffer, context: string, ciphertext: string): string | null => {
  const bytes = Buffer.from(ciphertext, 'base64url');
  // Decoding ignores excess bits, so a text with appended characters would also decrypt.
  if (bytes.toString('base64url') !== ciphertext) return null;
  try {
    const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
      authTagLength: 16,
    }).setAAD(Buffer.from(context));
    opener.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString('utf8');
  } catch {
    return null;
  }
};

/** Creates tokens with keys derived from the installation's secret (32 bytes). */
export const openTokens = (secret: Buffer): Tokens => {
  const key = (purpose: string) =>
    createHmac('sha256', secret).update(`commons:${purpose}`).digest();
  const csrfKey = key('csrf');
  const xsrfKey = key('xsrf');
  const jwtKey = key('jwt');
  const encryptionKey = key('encrypt');
  const schoolKey = (school: number) => key(`encrypt:school:${school}`);
  const previewKey = key('preview');
  const addressKey = key('address');
  const browserKey = key('browser');
  const linkKey = key('link');
  const known = new Map<string, Claims>();
  const mac = (with_: Buffer, text: string) =>
    createHmac('sha256', with_).update(text).digest('base64url');
  return {
    newToken: () => randomBytes(32).toString('base64url'),
    hash: (token) => createHash('sha256').update(token).digest(),
    csrfToken: (sessionId) => mac(csrfKey, sessionId),
    xsrfToken: (sessionId) => mac(xsrfKey, sessionId),
    isCsrfToken: (sessionId, token) => same(mac(csrfKey, sessionId), token),
    isXsrfToken: (sessionId, token) => same(mac(xsrfKey, sessionId), token),
    previewSignature: (file) => mac(previewKey, file),
    isPreviewSignature: (file, signature) => same(mac(previewKey, file), signature),
    addressSignature: (about) => mac(addressKey, about),
    isAddressSignature: (about, signature) => same(mac(addressKey, about), signature),
    linkToken: (about) => mac(linkKey, about),
    browserSignature: (about) => mac(browserKey, about),
    isBrowserSignature: (about, signature) => same(mac(browserKey, about), signature),
    encrypt: (context, text) => encryptWith(encryptionKey, context, text),
    decrypt: (context, ciphertext) => decryptWith(encryptionKey, context, ciphertext),
    encryptFor: (school, context, text) => encryptWith(schoolKey(school), context, text),
    decryptFor: (school, context, ciphertext) =>
      decryptWith(schoolKey(school), context, ciphertext),
    jwt: ({ sessionId, uid, school }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(uid)
        .setAudience(school)
        .setIssuedAt(now)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + jwtSeconds)
        .sign(jwtKey),
    readJwt: async (token, now) => {
      const found = known.get(token);
      if (found !== undefined) return found.until > Math.floor(now.getTime() / 1000) ? found : null;
      try {
        const { payload } = await jwtVerify(token, jwtKey, {
          algorithms: ['HS256'],
          currentDate: now,
        });
        const { sid, aud, exp } = payload;
        if (typeof sid !== 'string' || typeof aud !== 'string' || exp === undefined) return null;
        const claims = { sessionId: sid, school: aud, until: exp };
        setBounded(known, token, claims, knownMax);
        return claims;
      } catch {
        return null;
      }
    },
  };
};

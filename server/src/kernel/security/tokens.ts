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

/** Signs and checks what travels between server and client. All are bound to one session. */
export interface Tokens {
  /** A fresh session token: goes into the cookie, only its hash is stored. */
  newToken(): string;
  hash(token: string): Buffer;
  csrfToken(sessionId: string): string;
  xsrfToken(sessionId: string): string;
  isCsrfToken(sessionId: string, token: string): boolean;
  isXsrfToken(sessionId: string, token: string): boolean;
  /** Marks a stored file as one that a public page names in its preview. */
  previewSignature(file: string): string;
  isPreviewSignature(file: string, signature: string): boolean;
  /** Marks the address of a file for those who are told it; `about` says which file, for whom and until when. */
  addressSignature(about: string): string;
  isAddressSignature(about: string, signature: string): boolean;
  /** The token of a link that is made once and not stored; `about` says which. */
  linkToken(about: string): string;
  /** Marks a browser as one that has signed a person in; `about` says which, whom and until when. */
  browserSignature(about: string): string;
  isBrowserSignature(about: string, signature: string): boolean;
  /** Encrypts what is stored but must not be read in the database. `context` says where it stands: elsewhere it does not open. */
  encrypt(context: string, text: string): string;
  /** The text of `seal`, or null when it was changed, moved, or sealed with another secret. */
  decrypt(context: string, ciphertext: string): string | null;
  /** The same with a key of the school's own, for what other servers told of its people. */
  encryptFor(school: number, context: string, text: string): string;
  decryptFor(school: number, context: string, ciphertext: string): string | null;
  /** A bearer token for one school; lives `jwtSeconds`. */
  jwt(claims: { sessionId: string; uid: string; school: string }, now: Date): Promise<string>;
  /** Session and school a bearer token names, and when it expires in seconds since 1970, or null when it is not ours or expired. */
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

/** What a bearer token says, and when it runs out, in seconds since 1970. */
interface Claims {
  readonly sessionId: string;
  readonly school: string;
  readonly until: number;
}

/** Bearer tokens remembered as ours: a signature that was right stays right, and each call of a person brings the same one. */
const knownMax = 20_000;

const encryptWith = (key: Buffer, context: string, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

const decryptWith = (key: Buffer, context: string, ciphertext: string): string | null => {
  const bytes = Buffer.from(ciphertext, 'base64url');
  // Decoding passes over what does not fill a byte: a text with something added would otherwise open as well.
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

/** Tickets signed with keys derived from the installation's secret (32 bytes). */
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

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A push message, as the browser decrypts it. */
export interface Push {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly unread: number;
  readonly language: string;
}

/** A browser with its push subscription. */
export interface PushBrowser {
  /** The subscription that the site gets, as in PushSubscription.toJSON(). */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly pushes: readonly Push[];
  readonly headers: readonly IncomingHttpHeaders[];
}

/** Decrypts a site's message to a browser, as in RFC 8291 and RFC 8188 (aes128gcm, one record). */
const decrypt = (body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + idLength);
  const shared = own.computeSecret(theirs);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const record = body.subarray(21 + idLength);
  const opener = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const text = Buffer.concat([opener.update(record.subarray(0, -16)), opener.final()]);
  // Padding: zeros after a delimiter, which is 2 in the last record.
  const end = text.lastIndexOf(2);
  return text.subarray(0, end).toString('utf8');
};

/** Expects that the site's key for this push service has signed the call (VAPID, RFC 8292). Throws otherwise. */
const checkVapid = (header: string | undefined, publicKey: string, audience: string): void => {
  const { t = '', k } = Object.fromEntries(
    [...(header ?? '').matchAll(/([tk])=([^,\s]+)/g)].map(([, name = '', value]) => [name, value]),
  );
  const [head = '', claims = '', signature = ''] = t.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  if (!isSigned || k !== publicKey || aud !== audience)
    throw new Error('the push is not signed by the site');
};

/** Starts a push service on this machine, with browsers that decrypt messages. */
export const inPushService = () => {
  const service = { url: '', publicKey: '', answer: (_path: string): number => 201, failures: 0 };
  const browsers = new Map<
    string,
    {
      own: ReturnType<typeof createECDH>;
      auth: Buffer;
      pushes: Push[];
      headers: IncomingHttpHeaders[];
    }
  >();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      const status = browser === undefined ? 404 : service.answer(path);
      if (status === 201 && browser !== undefined) {
        try {
          checkVapid(request.headers.authorization, service.publicKey, service.url);
          // Our own server wrote it.
          browser.pushes.push(
            JSON.parse(decrypt(Buffer.concat(chunks), browser.own, browser.auth)) as Push,
          );
          browser.headers.push(request.headers);
        } catch {
          service.failures += 1;
        }
      }
      response.writeHead(status).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  return {
    service,
    /** Creates a browser that has allowed push messages from the site. */
    browser: (): PushBrowser => {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const stored = { own, auth, pushes: [] as Push[], headers: [] as IncomingHttpHeaders[] };
      browsers.set(path, stored);
      const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return {
        subscription: { endpoint: service.url + path, keys },
        pushes: stored.pushes,
        headers: stored.headers,
      };
    },
  };
};

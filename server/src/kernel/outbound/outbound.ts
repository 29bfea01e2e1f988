import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A call to another server that failed before it answered as it should. `reason` is a word that people may be told. */
export class OutboundFailed extends Error {
  override name = 'OutboundFailed';
  readonly reason: 'address' | 'private' | 'unreachable' | 'timeout' | 'size';
  constructor(reason: OutboundFailed['reason'], cause?: unknown) {
    super(`outbound call failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** One call: what it sends. Bytes are what is sealed for its receiver alone; everything else is text. */
export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** Seconds it may take in all; 5 when left out. */
  readonly seconds?: number;
  /** Of the answer only so many bytes are read; when left out all of it, and too much is a failure. */
  readonly bytesRead?: number;
}

/** Calls another server. Redirects are not followed: where they lead was not looked at. */
export interface Outbound {
  (url: string, request?: OutboundRequest): Promise<Response>;
  /** Refuses an address that would not be called, as far as it shows before it is: `OutboundFailed`. */
  check(url: string): void;
}

/** Seconds a call may take in all, and bytes an answer may have. Metadata of a big federation member is about 100 KB. */
const secondsMax = 5;
const bytesMax = 1_048_576;

/**
 * Addresses that are not the public Internet's: IANA's special-purpose registries (RFC 6890 and later), multicast, IPv4 inside IPv6
 * in each of its forms, and what clouds answer their own machines at under a public address.
 */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's agent and DNS (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  // IPv4-mapped is looked at as IPv4; this is IPv4-translated (RFC 2765), which gateways turn into IPv4 too.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(net, bits, 'ipv6');

/** Whether an address belongs to somebody's own network rather than to the Internet. */
export const isPrivateAddress = (address: string): boolean =>
  special.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Resolves a name and refuses it when any of its addresses is private; what was looked at is what is connected to. */
const publicLookup: LookupFunction = (host, options, done) => {
  dnsLookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (first === undefined || found.some(({ address }) => isPrivateAddress(address)))
      return done(new OutboundFailed('private'), '', 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

const readUrl = (text: string, isPrivateAllowed: boolean): URL => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '')
    throw new OutboundFailed('address');
  const isHttp = url.protocol === 'http:' && isPrivateAllowed && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isHttp) throw new OutboundFailed('address');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!isPrivateAllowed && isIP(literal) !== 0 && isPrivateAddress(literal))
    throw new OutboundFailed('private');
  return url;
};

/**
 * Opens the way out. `isPrivateAllowed`: private addresses too, and plain http on this machine (development, tests, a
 * provider inside the school's network).
 */
export const openOutbound = ({ isPrivateAllowed = false } = {}): Outbound => {
  const call = (
    text: string,
    { method = 'GET', headers = {}, body, seconds = secondsMax, bytesRead }: OutboundRequest = {},
  ) =>
    new Promise<Response>((resolve, reject) => {
      const url = readUrl(text, isPrivateAllowed);
      const options: RequestOptions = {
        method,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'commons', ...headers },
        signal: AbortSignal.timeout(seconds * 1000),
        // A connection of its own: one that is used again was looked at by whoever opened it, who may have been allowed more.
        agent: false,
        ...(!isPrivateAllowed && { lookup: publicLookup }),
      };
      const fail = (error: unknown) => {
        const isLate =
          (error as { name?: unknown } | null)?.name === 'AbortError' ||
          (error as { name?: unknown } | null)?.name === 'TimeoutError';
        reject(
          error instanceof OutboundFailed
            ? error
            : new OutboundFailed(isLate ? 'timeout' : 'unreachable', error),
        );
      };
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        options,
        (answer) => {
          const chunks: Buffer[] = [];
          let size = 0;
          const finish = () => {
            const status = answer.statusCode ?? 500;
            // What HTTP does not know cannot be told on, and thrown here nobody would hear it.
            if (status < 200 || status > 599) return fail(new OutboundFailed('unreachable'));
            const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            const hasBody = ![101, 204, 205, 304].includes(status);
            resolve(
              new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: fields }),
            );
          };
          answer.on('data', (chunk: Buffer) => {
            chunks.push(bytesRead === undefined ? chunk : chunk.subarray(0, bytesRead - size));
            size += chunk.length;
            if (bytesRead === undefined) {
              if (size > bytesMax) request.destroy(new OutboundFailed('size'));
            } else if (size >= bytesRead) {
              finish();
              request.destroy();
            }
          });
          answer.on('error', fail);
          answer.on('end', finish);
        },
      );
      request.on('error', fail);
      request.end(body);
    });
  return Object.assign(call, { check: (url: string) => void readUrl(url, isPrivateAllowed) });
};

/** No way out: every call fails as one to an address that is not called. */
export const noOutbound: Outbound = Object.assign(
  () => Promise.reject(new OutboundFailed('address')),
  {
    check: () => {
      throw new OutboundFailed('address');
    },
  },
);

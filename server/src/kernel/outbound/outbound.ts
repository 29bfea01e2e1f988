import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A call to another server that failed. `reason` is a word that can be shown to people. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly reason: 'address' | 'private' | 'unreachable' | 'timeout' | 'size';
  constructor(reason: OutboundError['reason'], cause?: unknown) {
    super(`outbound call failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** A request. Bytes are content encrypted for the recipient, and all other content is text. */
export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** Maximum seconds of the whole call; 5 by default. */
  readonly seconds?: number;
  /** Reads only the first bytes of the response. By default, reads all, and throws if it is too large. */
  readonly bytesRead?: number;
}

/** Calls another server. Doesn't follow redirects, because their targets haven't been checked. */
export interface Outbound {
  (url: string, request?: OutboundRequest): Promise<Response>;
  /** Throws `OutboundError` for an address that can't be called, as far as it is known without resolving the name. */
  check(url: string): void;
}

/** Maximum seconds of a call and bytes of a response. The metadata of a large federation member takes about 100 KB. */
const secondsMax = 5;
const bytesMax = 1_048_576;

/** Further private addresses, which ipaddr.js considers public. */
const furtherPrivateRanges = {
  // Azure's agent and DNS (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
  azure: ipaddr.parseCIDR('168.63.129.16/32'),
  // IPv4 in the last 32 bits (RFC 4291, 2.5.5.1; deprecated).
  ipv4Compatible: ipaddr.parseCIDR('::/96'),
};

/** Returns whether an address is in a private network or a special-purpose range (RFC 6890). */
export const isPrivateAddress = (address: string): boolean => {
  const parsed = ipaddr.process(address);
  return (
    parsed.range() !== 'unicast' ||
    ipaddr.subnetMatch(parsed, furtherPrivateRanges, 'unicast') !== 'unicast'
  );
};

/** Resolves a name, and rejects it if any of its addresses is private. The connection uses the checked address. */
const publicLookup: LookupFunction = (host, options, done) => {
  dnsLookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (first === undefined || found.some(({ address }) => isPrivateAddress(address)))
      return done(new OutboundError('private'), '', 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

const readUrl = (text: string, isPrivateAllowed: boolean): URL => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '')
    throw new OutboundError('address');
  const isHttp = url.protocol === 'http:' && isPrivateAllowed && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isHttp) throw new OutboundError('address');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!isPrivateAllowed && isIP(literal) !== 0 && isPrivateAddress(literal))
    throw new OutboundError('private');
  return url;
};

/**
 * Creates the client for calls to other servers. `isPrivateAllowed` also allows private addresses, and plain http on this machine
 * (development, tests, a provider in the school's network).
 */
export const openOutbound = ({ isPrivateAllowed = false } = {}): Outbound => {
  const call = async (
    text: string,
    { method = 'GET', headers = {}, body, seconds = secondsMax, bytesRead }: OutboundRequest = {},
  ): Promise<Response> => {
    const url = readUrl(text, isPrivateAllowed);
    // Loaded with the first call, because many schools make none.
    const { Client } = await import('undici');
    // A new connection per call, because an earlier one could have been opened with fewer restrictions.
    const client = new Client(url.origin, {
      pipelining: 0,
      allowH2: false,
      connect: { timeout: seconds * 1000, ...(!isPrivateAllowed && { lookup: publicLookup }) },
    });
    try {
      const answer = await client.request({
        method,
        path: url.pathname + url.search,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'commons', ...headers },
        body: body ?? null,
        signal: AbortSignal.timeout(seconds * 1000),
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        if (bytesRead === undefined && size > bytesMax) throw new OutboundError('size');
        if (bytesRead !== undefined && size >= bytesRead) break;
      }
      const { statusCode: status } = answer;
      const fields = Object.entries(answer.headers).flatMap(([name, value = []]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      const bytes = Buffer.concat(chunks).subarray(0, bytesRead);
      return new Response([204, 205, 304].includes(status) ? null : bytes, {
        status,
        headers: fields,
      });
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      const isLate =
        error instanceof Error && /^(?:Abort|Timeout|ConnectTimeout)Error$/.test(error.name);
      throw new OutboundError(isLate ? 'timeout' : 'unreachable', error);
    } finally {
      void client.destroy();
    }
  };
  return Object.assign(call, { check: (url: string) => void readUrl(url, isPrivateAllowed) });
};

/** A client whose calls all fail as if the address weren't allowed. */
export const noOutbound: Outbound = Object.assign(
  () => Promise.reject(new OutboundError('address')),
  {
    check: () => {
      throw new OutboundError('address');
    },
  },
);

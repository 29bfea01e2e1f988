import { compile } from '@fastify/proxy-addr';
import { isIPv6 } from 'node:net';

/** Returns whether an address is a loopback address. */
export const isLoopback = (address: string): boolean =>
  /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/.test(address);

/**
 * Returns a function that checks whether an address is in `TRUST_PROXY`: addresses and networks, separated by commas, in the syntax of the
 * web framework.
 */
export const isProxyOf = (trusted: string | undefined): ((address: string) => boolean) => {
  if (trusted === undefined) return () => false;
  const matches = compile(trusted.split(',').map((one) => one.trim()));
  return (address) => matches(address, 0);
};

/** Returns the client that a connection counts toward: an IPv4 address, even inside IPv6, or the first half of an IPv6 address. */
export const clientNetwork = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined
      ? []
      : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return `${[...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
};

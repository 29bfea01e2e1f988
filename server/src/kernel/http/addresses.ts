import { compile } from '@fastify/proxy-addr';
import { isIPv6 } from 'node:net';

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/.test(address);

/** Whether an address is one of `TRUST_PROXY`, read as the web framework reads it: addresses and networks, joined by commas. */
export const isProxyOf = (trusted: string | undefined): ((address: string) => boolean) => {
  if (trusted === undefined) return () => false;
  const matches = compile(trusted.split(',').map((one) => one.trim()));
  return (address) => matches(address, 0);
};

/** Whose connection it is: an IPv4 address, also where it is written as IPv6, or the first half of an IPv6 address. */
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

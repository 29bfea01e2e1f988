import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openOutbound } from './outbound.ts';

/** A server that answers every request with these bytes. */
const answering = async (bytes: string): Promise<{ url: string; close: () => void }> => {
  const server = createServer((socket) => socket.once('data', () => socket.end(bytes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
};

test.each([
  ['a status HTTP does not know', 'HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\n{}'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['an answer that breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 200\r\n\r\n{'],
])('%s is a failure the caller hears', async (_, bytes) => {
  const { url, close } = await answering(bytes);
  await expect(openOutbound({ isPrivateAllowed: true })(url)).rejects.toMatchObject({ name: 'OutboundFailed' });
  close();
});

import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { isPrivateAddress, openOutbound } from './outbound.ts';

/** A server that answers every request with these bytes. */
const answering = async (bytes: string): Promise<{ url: string; close: () => void }> => {
  const server = createServer((socket) => socket.once('data', () => socket.end(bytes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
};

test.each([
  ['an unknown HTTP status', 'HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\n{}'],
  ['a response that is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['an incomplete response', 'HTTP/1.1 200 OK\r\ncontent-length: 200\r\n\r\n{'],
])('the caller gets an OutboundError for %s', async (_, bytes) => {
  const { url, close } = await answering(bytes);
  await expect(openOutbound({ isPrivateAllowed: true })(url)).rejects.toMatchObject({
    name: 'OutboundError',
  });
  close();
});

test.each([
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://localhost/',
  'http://example.org/',
])("outbound calls to %s fail without the operator's permission", async (url) => {
  await expect(openOutbound()(url)).rejects.toMatchObject({
    reason: url.startsWith('http:') ? 'address' : 'private',
  });
  // `localhost` is resolved only during the call. The other addresses fail the check before it.
  if (url !== 'https://localhost/')
    expect(() => openOutbound().check(url)).toThrow('outbound call failed');
});

test('isPrivateAddress() recognizes private addresses in IPv4 and IPv6 notations, and no public ones', () => {
  const own = [
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a9fe:a9fe',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '::7f00:1',
  ];
  const others = [
    '168.63.129.17',
    '::ffff:8.8.8.8',
    '8.8.8.8',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
  ];
  expect(own.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(others.filter(isPrivateAddress)).toEqual([]);
  for (const address of ['168.63.129.16', '[::ffff:0:127.0.0.1]'])
    expect(() => openOutbound().check(`https://${address}/`)).toThrow('private');
});

test('a call fails if the response takes too long, and cuts off a response that is too long', async () => {
  const outbound = openOutbound({ isPrivateAllowed: true });
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await expect(outbound(`http://127.0.0.1:${port}/`, { seconds: 0.05 })).rejects.toMatchObject({
    reason: 'timeout',
  });
  silent.close();
  const { url, close } = await answering(
    'HTTP/1.1 200 OK\r\ncontent-length: 9000000\r\n\r\nabcdef',
  );
  expect(await (await outbound(url, { bytesRead: 4 })).text()).toBe('abcd');
  close();
});

test("a client without permission can't call a private address over another client's open connection", async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  // The server keeps connections open, as most do.
  const server = createHttpsServer({ key, cert }, (_, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const [sso, hooks] = [openOutbound({ isPrivateAllowed: true }), openOutbound()];
  await expect(hooks(url)).rejects.toMatchObject({ reason: 'private' });
  expect((await sso(url)).status).toBe(200);
  await expect(hooks(url)).rejects.toMatchObject({ reason: 'private' });
});

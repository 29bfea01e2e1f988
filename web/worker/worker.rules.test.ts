import { expect, test } from 'vitest';
import { isFramed, isOfServer, shellOf, shells, withCopyMark } from './worker.rules.ts';

test('only pages outside frames open from the device', () => {
  expect(isFramed({ mode: 'navigate', destination: 'document' })).toBe(false);
  for (const destination of ['iframe', 'frame', 'embed', 'object'] as const)
    expect(isFramed({ mode: 'navigate', destination })).toBe(true);
  // Files and calls of a page.
  expect(isFramed({ mode: 'cors', destination: 'script' })).toBe(false);
});

test('addresses that the server answers never open the app', () => {
  for (const path of [
    '/api/v1/sso/1/start',
    '/files/a.jpg',
    '/dav/',
    '/scim/v2',
    '/mobile_ws/v18/x',
  ])
    expect([path, isOfServer(path)]).toEqual([path, true]);
  for (const path of ['/', '/clubs/3', '/apiary', '/tickets/4', '/start'])
    expect([path, isOfServer(path)]).toEqual([path, false]);
});

test('the scanner has its own page, which is the only one that may use the camera', () => {
  expect(shellOf('/check-in/4')).not.toBe(shellOf('/tickets/4'));
  expect(shellOf('/tickets/4')).toBe(shellOf('/'));
  expect(new Set([shellOf('/'), shellOf('/check-in/4')])).toEqual(new Set(shells));
});

test('the stored page is marked as a copy', () => {
  expect(withCopyMark('<head><title>A</title></head>')).toBe(
    '<head><title>A</title><meta name="offline-copy" content="yes"></head>',
  );
});

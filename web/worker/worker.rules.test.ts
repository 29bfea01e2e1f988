import { expect, test } from 'vitest';
import {
  isFramed,
  isOfServer,
  networkPatterns,
  replacementsOf,
  shellOf,
  shells,
  withCopyMark,
} from './worker.rules.ts';

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

test('rules for the network have a form that browsers accept', () => {
  // A pattern with a regular expression would make the browser reject all rules.
  for (const pattern of networkPatterns) {
    expect(pattern).toMatch(/^\/\w+\/\*$/);
    expect(isOfServer(pattern.replace('*', 'x'))).toBe(true);
  }
});

test("a new release stores its own version of the former release's files", () => {
  const former = [
    '/assets/scanner-page-B2U2JF5.js',
    '/assets/zxing_reader-BxB2YfIY.wasm',
    '/assets/due-page--s61Dy1.js',
    '/assets/own-edit-page-k-dIDna.js',
    '/assets/de-DCvmwTa.js',
    '/assets/removed-page-Dhxg7yG.js',
    '/languages/de.svg',
    '/page-without-network',
  ];
  const assets = [
    'scanner-page-C-d-4Dy.js',
    'zxing_reader-8cLCyJEf.wasm',
    'zxing_reader-8cLCyJE.js',
    'due-page-dIDnaxx.js',
    'own-edit-page-zLNVFwa.js',
    'de--0Rywyq.js',
    'ar-Dhxg7yG.js',
    'edit-page-zLNVFwa.js',
  ];
  expect(replacementsOf(former, assets)).toEqual([
    '/assets/scanner-page-C-d-4Dy.js',
    '/assets/zxing_reader-8cLCyJEf.wasm',
    '/assets/due-page-dIDnaxx.js',
    '/assets/own-edit-page-zLNVFwa.js',
    '/assets/de--0Rywyq.js',
    '/languages/de.svg',
  ]);
});

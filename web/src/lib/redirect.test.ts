import { expect, test } from 'vitest';
import { loginHref, safeRedirect } from '#contract/redirect.ts';

const origin = 'https://demo.campus.example';

test.each([
  '/',
  '/directory',
  '/directory?interests=Chess&page=2',
  '/student_profile?uid=10#bio',
  '/directory?search_word=100%',
  '/a/b-c_d.e~f',
  '/directory?q=ana@x.example',
  '/directory?next=//x',
])('[ROUTE-04] [AUTH-03] %s is a way back', (path) => expect(safeRedirect(path, origin)).toBe(path));

test.each([
  '',
  'directory',
  'https://evil.example',
  'https://demo.campus.example/x',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%252Fevil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '/\tjavascript:x',
  '/\n/evil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:x',
  '/@evil.example',
  '/x@evil.example/',
  '/a//b',
  '/a\\b',
  '/\u0000',
  '/\u2028x',
  'data:text/html,x',
  '/login',
  '/login?redirect=/login',
  '/./login',
  `/${'x'.repeat(2000)}`,
  '/%2e%2e//evil.example',
])('[ROUTE-04] [AUTH-03] %j leads home', (target) => expect(safeRedirect(target, origin)).toBe('/'));

test('[ROUTE-04] nothing leads home, and the current page survives the round trip', () => {
  expect([safeRedirect(null, origin), safeRedirect(undefined, origin)]).toEqual(['/', '/']);
  const current = '/directory?search_word=M%C3%BCller&city=A%26B';
  expect(safeRedirect(new URL(loginHref(current), origin).searchParams.get('redirect'), origin)).toBe(current);
});

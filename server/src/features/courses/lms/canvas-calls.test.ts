import { expect, test } from 'vitest';
import { nextPage } from './canvas-calls.ts';

const at = 'https://lms.example/api/courses?page=1';

test.each([
  [null, null],
  ['<https://lms.example/a?page=1>; rel="first"', null],
  ['<https://lms.example/a?page=2>; rel="next"', 'https://lms.example/a?page=2'],
  ['</b>; rel=first, </a?page=2>; Rel=NEXT', 'https://lms.example/a?page=2'],
  ['</a>; title="1"; rel="last next"', 'https://lms.example/a'],
  ['</c>;rel="current",</a?ids=1,2&page=2>;rel="next"', 'https://lms.example/a?ids=1,2&page=2'],
  ['<https://other.example/a?page=2>; rel="next"', 'unusable'],
  ['<https://>; rel="next"', 'unusable'],
  [`</${'a'.repeat(8_000)}>; rel="first", </a>; rel="next"`, 'unusable'],
])('[EDU-01] the next page is read from a Link header, case %#', (link, expected) => {
  const next = nextPage(link, at);
  expect(next instanceof URL ? next.href : next).toBe(expected);
});

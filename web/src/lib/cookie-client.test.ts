import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import * as endpoints from '#contract/lists/endpoints.ts';
import { cookieApiCalls } from './cookie-client.ts';

const source = readdirSync('web/src/features', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => readFileSync(`web/src/features/${name}`, 'utf8'))
  .join('\n');

test('every open API call that a page makes is on the cookie client’s list', () => {
  const open = Object.values(endpoints)
    .flatMap((group) => Object.values(group) as Partial<Endpoint>[])
    .filter(({ credential, path }) => credential === 'open' && path?.startsWith('/api/v1/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(open.length).toBeGreaterThan(10);
  const made = open.filter((key) => source.includes(`'${key}'`));
  expect(made.filter((key) => !(cookieApiCalls as readonly string[]).includes(key))).toEqual([]);
});

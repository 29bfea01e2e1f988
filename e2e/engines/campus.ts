import { writeFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { address, password } from '../campus.ts';
import { startEngine, type EngineName } from './browsers.ts';
import { Person } from './person.ts';
import type { Engine } from './tab.ts';

/** Calls the API as a person, without a browser. */
export const callAs = async <T>(
  name: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> => {
  const post = async (url: string, options: RequestInit): Promise<unknown> => {
    const response = await fetch(`${address()}/api/v1${url}`, options);
    const answer = await response.text();
    expect([url, response.ok, answer]).toEqual([url, true, expect.anything()]);
    return answer === '' ? null : JSON.parse(answer);
  };
  const json = { 'Content-Type': 'application/json' };
  const { jwt } = (await post('/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: `${name}@demo.campus.example`, password }),
  })) as { jwt: string };
  return (await post(path, {
    method,
    headers: { Authorization: `Bearer ${jwt}`, ...(body && json) },
    ...(body && { body: JSON.stringify(body) }),
  })) as T;
};

interface Options {
  readonly dark?: boolean;
  /** Console messages that the journey causes. */
  readonly ignore?: readonly RegExp[];
}

/** Opens a window. With a name, the person is signed in. */
export type Enter = (name?: string, options?: Options) => Promise<Person>;

const signIn = async (person: Person, name: string) => {
  await person.opens('/healthz');
  const status = await person.tab.run(
    async (email, secret) => {
      const response = await fetch('/api/v1/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: secret }),
      });
      return response.status;
    },
    `${name}@demo.campus.example`,
    password,
  );
  expect(status).toBe(200);
};

/** A test in the browser that the project names. It fails if a page logs an error. */
export const test = base.extend<{ enter: Enter }, { engine: Engine }>({
  engine: [
    // Playwright wants this parameter destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      const engine = await startEngine(info.project.name as EngineName);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  enter: async ({ engine }, use, info) => {
    const people: { person: Person; ignore: readonly RegExp[] }[] = [];
    await use(async (name, { dark = false, ignore = [] } = {}) => {
      const person = new Person(await engine.open({ dark }), address());
      people.push({ person, ignore });
      if (name !== undefined) await signIn(person, name);
      return person;
    });
    const isFailed = info.status !== info.expectedStatus;
    for (const [n, { person }] of people.entries())
      if (isFailed) writeFileSync(info.outputPath(`person-${n}.png`), await person.tab.picture());
    try {
      if (!isFailed) for (const { person, ignore } of people) await person.hasNoErrors(...ignore);
    } finally {
      for (const { person } of people) await person.tab.close();
    }
  },
});

export { expect };

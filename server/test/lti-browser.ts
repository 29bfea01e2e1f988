import { expect } from 'vitest';
import { openCookieJar } from './cookie-jar.ts';
import type { Message, TestPlatform } from './test-lti-platform.ts';
import { testClient, testDeployment } from './test-lti-platform.ts';
import type { Answer, Request, World } from './world.ts';

/** A browser in which an LMS opens our app. */
export interface LtiBrowser {
  go(path: string, request?: Request): Promise<Answer>;
  /** Posts a form, as a page of the platform does. */
  post(path: string, fields: Record<string, string>): Promise<Answer>;
  /** Starts a login, and returns the address of its redirect. */
  login(change?: Record<string, string | undefined>): Promise<string>;
  /** Performs a whole launch with a message, and returns the final address. */
  launch(said: Message, change?: Record<string, string | undefined>): Promise<string>;
  /** Opens the address of a launch, and continues it as the page does. */
  open(landing: string, change?: Record<string, unknown>): Promise<Answer>;
  /** Returns the signed-in person. */
  who(): Promise<string | null>;
  forgetCookies(): void;
}

const hosts = { demo: 'localhost', north: 'north.localhost' } as const;

/** Returns the address of a redirect. Only the browser can see its content. */
export const locationOf = (answer: Answer): string => {
  expect([answer.status, answer.text]).toEqual([303, '']);
  return String(answer.headers['location']);
};
export const ticketOf = (landing: string): string => {
  expect(landing).toMatch(/^\/lti\/launch#/);
  return new URLSearchParams(landing.split('#')[1]).get('ticket') ?? '';
};

let hints = 0;

export const openLtiBrowser = (
  world: World,
  platform: TestPlatform,
  school: 'demo' | 'north',
): LtiBrowser => {
  let jar = openCookieJar(world.clock);
  const go: LtiBrowser['go'] = async (path, request = {}) => {
    const answer = await world.visit(path, {
      host: hosts[school],
      ...request,
      headers: { cookie: jar.header(), ...request.headers },
    });
    jar.keep(answer.headers['set-cookie']);
    return answer;
  };
  const post: LtiBrowser['post'] = (path, fields) =>
    go(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: platform.url,
        'sec-fetch-site': 'cross-site',
      },
      body: new URLSearchParams(fields).toString(),
    });
  const login: LtiBrowser['login'] = async (change = {}) => {
    const fields = {
      iss: platform.url,
      login_hint: 'the-user',
      target_link_uri: `http://${hosts[school]}/`,
      client_id: testClient,
      lti_deployment_id: testDeployment,
      ...change,
    };
    const given = Object.fromEntries(
      Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined),
    );
    return locationOf(await post('/api/v1/lti/login', given));
  };
  return {
    go,
    post,
    login,
    launch: async (said, change = {}) => {
      const hint = `message-${(hints += 1)}`;
      await platform.control({ messages: { [hint]: said } });
      const leads = await login({ lti_message_hint: hint, ...change });
      if (leads.startsWith('/lti/failed')) return leads;
      return locationOf(await post('/api/v1/lti/launch', await platform.authorize(leads)));
    },
    open: (landing, change = {}) =>
      go('/api/v1/lti/session', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: { ticket: ticketOf(landing), inFrame: true, ...change },
      }),
    who: async () =>
      ((await go('/mobile_ws/v18/authentication')).body as { uid?: string }[])[0]?.uid ?? null,
    forgetCookies: () => {
      jar = openCookieJar(world.clock);
    },
  };
};

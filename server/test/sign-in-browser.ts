import type { CallKey, InputOf } from '#contract/endpoints.ts';
import { openCookieJar } from './cookie-jar.ts';
import { worldPassword, type Answer, type World } from './world.ts';

/** A browser in which no one is signed in. It keeps cookies. */
export const signInBrowser = (world: Pick<World, 'clock' | 'visit'>, host = 'localhost') => {
  const jar = openCookieJar(world.clock);
  const send = async <K extends CallKey>(key: K, body: InputOf<K>, from?: string) => {
    const [, path = ''] = key.split(' ');
    const answer = await world.visit(path, {
      method: 'POST',
      body,
      host,
      headers: { cookie: jar.header() },
      ...(from !== undefined && { from }),
    });
    jar.keep(answer.headers['set-cookie']);
    return answer;
  };
  return {
    send,
    login: (email: string, from?: string) =>
      send('POST /api/v1/login', { email, password: worldPassword }, from),
    isSignedIn: () => jar.values.has('cg_session'),
    /** Whether the browser is known, so that other people's failures don't count for it. */
    isKnown: () => jar.values.has('cg_browser'),
  };
};

export type SignInBrowser = ReturnType<typeof signInBrowser>;

/** Returns the status and the code of an error. */
export const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

/** Returns the challenge of a sign-in that needs a second step. */
export const challengeOf = ({ body }: Answer): string =>
  (body as { challenge?: string }).challenge ?? '';

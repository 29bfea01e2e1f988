import sharp from 'sharp';
import type { RandomSource } from '#demo/random-source.ts';

/** The acknowledged changes, and those that were pending at a kill. */
export interface Reported {
  /** By `me:other`: the last acknowledged state, and a possible later one. */
  readonly pairs: Map<string, { acknowledged: number; maybe: number }>;
  /** By person: the file of the last acknowledged upload, and whether another one was pending. */
  readonly photos: Map<string, { acknowledged: string | null; isMoving: boolean }>;
  calls: number;
}

/** A signed-in person. */
export interface Worker {
  readonly uid: string;
  readonly headers: Record<string, string>;
  readonly jwt: string;
}

/** Signs in a demo person. */
export const signIn = async (address: string, email: string): Promise<Worker> => {
  const login = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'campus-demo' }),
  });
  if (!login.ok) throw new Error(`${email} cannot sign in: ${login.status} ${await login.text()}`);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const tokens = (await (
    await fetch(`${address}/mobile_ws/v18/auth_tokens`, { headers: { cookie } })
  ).json()) as {
    csrfToken: string;
    jwt: string;
  };
  const headers = { cookie, 'x-cg-csrf-token': tokens.csrfToken };
  const me = (await (
    await fetch(`${address}/mobile_ws/v18/authentication`, { headers })
  ).json()) as { uid: string }[];
  return { uid: me[0]?.uid ?? '', headers, jwt: tokens.jwt };
};

/** Sends and cancels connection requests in turn until the server is gone. */
export const keepConnecting = async (
  address: string,
  me: Worker,
  others: readonly string[],
  chance: RandomSource,
  reported: Reported,
): Promise<void> => {
  for (;;) {
    const other = others[chance.below(others.length)] ?? '';
    const key = `${me.uid}:${other}`;
    const before = reported.pairs.get(key)?.acknowledged ?? 0;
    const [type, after] = before === 0 ? ['request', 2] : ['cancel', 0];
    reported.pairs.set(key, { acknowledged: before, maybe: after });
    try {
      const answer = await fetch(
        `${address}/mobile_ws/v18/user_connect?student_uid=${other}&type=${type}`,
        { headers: me.headers },
      );
      const said = (await answer.json()) as {
        success?: string;
        connectionStatus?: number;
        error?: { code: string };
      };
      // A busy database returns 503 and has changed nothing. The next call may succeed.
      if (said.success === 'true')
        reported.pairs.set(key, {
          acknowledged: said.connectionStatus ?? after,
          maybe: said.connectionStatus ?? after,
        });
      else if (said.error?.code !== 'unavailable')
        throw new Error(`${type} was answered ${JSON.stringify(said)}`);
      reported.calls += 1;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
};

/** Uploads pictures in turn until the server is gone. */
export const keepUploading = async (
  address: string,
  me: Worker,
  chance: RandomSource,
  reported: Reported,
): Promise<void> => {
  for (;;) {
    const background = { r: chance.below(256), g: chance.below(256), b: chance.below(256) };
    const bytes = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
      .png()
      .toBuffer();
    const before = reported.photos.get(me.uid)?.acknowledged ?? null;
    reported.photos.set(me.uid, { acknowledged: before, isMoving: true });
    try {
      const answer = await fetch(`${address}/api/v1/profile/pictures/photo`, {
        method: 'POST',
        headers: { authorization: `Bearer ${me.jwt}`, 'content-type': 'image/png' },
        body: new Uint8Array(bytes),
      });
      const said = (await answer.json()) as { url?: string; code?: string };
      if (said.url !== undefined)
        reported.photos.set(me.uid, {
          acknowledged: said.url.split('/').at(-1) ?? '',
          isMoving: false,
        });
      else if (said.code === 'too_many_requests') return;
      reported.calls += 1;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
};

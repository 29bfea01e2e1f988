import { Agent, request } from 'node:http';
import type { Pool } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { askOnce } from './load.ts';
import { signIn } from './school.ts';

/** A server on this machine, and the school whose people write. */
export interface Desk {
  readonly pool: Pool;
  readonly tokens: Tokens;
  readonly port: number;
  readonly school: SchoolId;
}

/** Signs people in, and returns their bearer tokens. */
export const tokensOf = async (
  { pool, tokens, port, school }: Desk,
  ids: readonly number[],
): Promise<string[]> => {
  const headers = await signIn(pool, school, tokens, ids);
  const bearers: string[] = [];
  for (let from = 0; from < headers.length; from += 50)
    bearers.push(
      ...(await Promise.all(
        headers.slice(from, from + 50).map(async (header) => {
          const answer = await askOnce(port, {
            path: '/mobile_ws/v18/auth_tokens',
            headers: header,
          });
          return (JSON.parse(answer) as { jwt: string }).jwt;
        }),
      )),
    );
  return bearers;
};

const agent = new Agent({ keepAlive: true, maxSockets: 500 });

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly jwt?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
  readonly ms: number;
}

/** Makes a call, and returns any reply. */
export const send = (
  port: number,
  { method, path, jwt, body, headers = {} }: Sent,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const text = body === undefined ? '' : JSON.stringify(body);
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        agent,
        headers: {
          host: 'localhost',
          ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString('utf8'),
            etag: answer.headers.etag,
            ms: performance.now() - since,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });

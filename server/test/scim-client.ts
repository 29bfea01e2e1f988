import { beforeAll, expect } from 'vitest';
import { send, type Answer, type Request, type World } from './world.ts';

/** The body of a SCIM response. */
// oxlint-disable-next-line typescript/no-explicit-any -- Tests reach into answers whose shape they assert.
export type ScimBody = Record<string, any>;

type Method = NonNullable<Request['method']>;

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const bodyOf = (answer: Answer): ScimBody => answer.body as ScimBody;
/** Returns status and scimType of an error. */
export const failure = ({ status, body }: Answer) => [
  status,
  (body as ScimBody)['scimType'] as string | undefined,
];

/** Identity providers of the world's first school and of the other one. */
export const inProvider = (world: World) => {
  const keys = { own: '', north: '' };
  let made = 0;
  const createKey = async (name: string) =>
    (await world.admin.call('POST /api/v1/api-keys', { name, scopes: ['provisioning'] })).token;
  beforeAll(async () => {
    keys.own = await createKey('Entra');
    await world.sql(
      `update users set is_admin = true where username = 'eve'`,
      [],
      world.otherSchool,
    );
    keys.north = (
      await (
        await world.signInAgain(world.eve)
      ).call('POST /api/v1/api-keys', { name: 'North', scopes: ['provisioning'] })
    ).token;
  });

  const scim = (
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    host?: string,
  ): Promise<Answer> =>
    send(world.app, `/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys.own}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(host !== undefined && { host }),
    });
  const patch = (path: string, ...Operations: unknown[]) =>
    scim('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
  const filtered = (filter: string, kind = 'Users') =>
    scim('GET', `/${kind}?${new URLSearchParams({ filter, count: '200' })}`);
  /** Returns the usernames that match a filter, in order. */
  const namesUnder = async (filter: string): Promise<string[]> => {
    const answer = await filtered(filter);
    expect([filter, answer.status, answer.text]).toEqual([filter, 200, answer.text]);
    return (bodyOf(answer)['Resources'] as ScimBody[])
      .map((one) => String(one['userName']))
      .toSorted();
  };
  /** Returns a person's row. */
  const stored = async (id: string) =>
    (await world.sql('select * from users where id = $1', [id]))[0] ?? {};
  /** Creates a new person. */
  const create = async (more: ScimBody = {}): Promise<ScimBody> => {
    made += 1;
    const answer = await scim('POST', '/Users', {
      schemas: [userSchema],
      userName: `u${made}@demo.test`,
      externalId: `ext-${made}`,
      name: { givenName: 'Uma', familyName: `Nr${made}` },
      emails: [{ value: `u${made}@demo.test`, type: 'work', primary: true }],
      active: true,
      ...more,
    });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return bodyOf(answer);
  };
  return { keys, makeKey: createKey, scim, patch, filtered, namesUnder, stored, create };
};

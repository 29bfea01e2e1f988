import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, send, type Answer, type Request } from '../../../test/world.ts';
import { scimLimit } from './calls.ts';

const world = inWorld();
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
let key = '';
let otherKey = '';

const makeKey = async (name: string) => (await world.admin.call('POST /api/v1/provisioning-keys', { name })).token;

beforeAll(async () => {
  key = await makeKey('Entra');
  await world.sql(`update users set is_admin = true where username = 'eve'`, [], world.otherSchool);
  otherKey = (await (await world.again(world.eve)).call('POST /api/v1/provisioning-keys', { name: 'North' })).token;
});

type Method = NonNullable<Request['method']>;
const scim = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}, host?: string): Promise<Answer> =>
  send(world.app, `/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
    ...(body !== undefined && { body }),
    ...(host !== undefined && { host }),
  });
const patch = (path: string, ...Operations: unknown[]) => scim('PATCH', path, { schemas: [patchOp], Operations });

/** What was answered, as tests read it. */
type Said = Record<string, any>;
const said = (answer: Answer): Said => answer.body as Said;
const refusal = ({ status, body }: Answer) => [status, (body as Said)['scimType']];
const filtered = async (filter: string, kind = 'Users') => scim('GET', `/${kind}?${new URLSearchParams({ filter, count: '200' })}`);
const namesUnder = async (filter: string): Promise<string[]> => {
  const answer = await filtered(filter);
  expect([filter, answer.status, answer.text]).toEqual([filter, 200, answer.text]);
  return (said(answer)['Resources'] as Said[]).map((one) => String(one['userName'])).toSorted();
};
const stored = async (id: string) => (await world.sql('select * from users where id = $1', [id]))[0] ?? {};
let made = 0;
const create = async (more: Said = {}): Promise<Said> => {
  made += 1;
  const answer = await scim('POST', '/Users', {
    schemas: [core],
    userName: `u${made}@demo.test`,
    externalId: `ext-${made}`,
    name: { givenName: 'Uma', familyName: `Nr${made}` },
    emails: [{ value: `u${made}@demo.test`, type: 'work', primary: true }],
    active: true,
    ...more,
  });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return said(answer);
};

describe('a person', () => {
  test('is added, read with a version, and stored as a member of the school', async () => {
    const answer = await scim('POST', '/Users', {
      schemas: [core, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: 'e-1',
      userName: 'Grace@demo.test',
      name: { formatted: 'Grace Hopper', givenName: 'Grace', familyName: 'Hopper' },
      displayName: 'Grace',
      emails: [
        { value: 'home@demo.test', type: 'home' },
        { value: 'grace@demo.test', type: 'work', primary: true },
      ],
      phoneNumbers: [{ value: '+1 555 0177', type: 'mobile' }],
      title: 'Admiral',
      userType: 'Faculty',
      preferredLanguage: 'en-US',
      active: true,
      password: 'never kept',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Navy' },
    });
    expect(answer.status).toBe(201);
    const body = said(answer);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      location: `http://localhost/scim/v2/Users/${body['id']}`,
      etag: body['meta']['version'],
      'cache-control': 'no-store',
    });
    expect(body).toEqual({
      schemas: [core],
      id: expect.stringMatching(/^\d+$/),
      externalId: 'e-1',
      userName: 'Grace@demo.test',
      name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Grace Hopper' },
      displayName: 'Grace Hopper',
      title: 'Admiral',
      userType: 'Faculty',
      preferredLanguage: 'en-US',
      active: true,
      emails: [{ value: 'grace@demo.test', type: 'work', primary: true }],
      phoneNumbers: [{ value: '+1 555 0177', type: 'mobile' }],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `http://localhost/scim/v2/Users/${body['id']}`,
        version: expect.stringMatching(/^W\/".+"$/),
      },
    });
    expect(await stored(body['id'])).toMatchObject({
      first_name: 'Grace',
      account_type: 'Faculty',
      work_title: 'Admiral',
      is_disabled: false,
      is_admin: false,
    });
    expect(said(await scim('GET', `/Users/${body['id']}`))).toEqual(body);
    expect(await scim('GET', `/Users/${body['id']}`, undefined, { 'if-none-match': body['meta']['version'] })).toMatchObject({
      status: 304,
      text: '',
    });
    expect((await scim('GET', '/Users/1')).status).toBe(404);
    expect((await scim('GET', '/Users/x')).status).toBe(404);
  });

  test('whose name, address or external id somebody has is a conflict, in whatever capitals; nobody is taken over', async () => {
    const one = await create();
    const before = await world.sql('select md5(string_agg(u::text, $1 order by u.id)) as all from users u', ['|']);
    for (const twin of [
      { userName: one['userName'], externalId: 'other' },
      { userName: one['userName'].toUpperCase(), externalId: 'other' },
      { userName: 'fresh', externalId: one['externalId'] },
      { userName: 'fresh', externalId: 'other', emails: [{ value: one['emails'][0]['value'].toUpperCase() }] },
      { userName: 'ana' },
      { userName: 'fresh', emails: [{ value: 'ana@demo.test', primary: true }] },
    ])
      expect(refusal(await scim('POST', '/Users', { schemas: [core], name: { givenName: 'Twin' }, ...twin }))).toEqual([409, 'uniqueness']);
    const two = await create();
    expect(refusal(await patch(`/Users/${two['id']}`, { op: 'replace', path: 'userName', value: one['userName'].toUpperCase() }))).toEqual([
      409,
      'uniqueness',
    ]);
    expect(refusal(await patch(`/Users/${two['id']}`, { op: 'replace', path: 'externalId', value: one['externalId'] }))).toEqual([
      409,
      'uniqueness',
    ]);
    await scim('DELETE', `/Users/${two['id']}`);
    await world.sql('delete from users where id = $1', [two['id']]);
    expect(await world.sql('select md5(string_agg(u::text, $1 order by u.id)) as all from users u', ['|'])).toEqual(before);
  });

  test('somebody who was here before is linked by their id, not by their name', async () => {
    const [ana] = said(await filtered('userName eq "ANA"'))['Resources'] as Said[];
    expect(ana).toMatchObject({ userName: 'ana', id: world.ana.uid });
    expect(ana).not.toHaveProperty('externalId');
    expect(said(await patch(`/Users/${world.ana.uid}`, { op: 'add', path: 'externalId', value: 'ana-ext' }))).toMatchObject({
      externalId: 'ana-ext',
    });
    expect(await namesUnder('externalId eq "ana-ext"')).toEqual(['ana']);
    expect(await namesUnder('externalId eq "ANA-EXT"')).toEqual([]);
  });

  test('of two who are added at once under one name, one is', async () => {
    const add = (name: string, n: number) =>
      scim('POST', '/Users', { schemas: [core], userName: name, externalId: `race-${name}-${n}`, name: { givenName: 'Race' } });
    for (const pair of [
      ['race', 'race'],
      ['Case', 'cASE'],
    ] as const) {
      const statuses = (await Promise.all(pair.map(add))).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([201, 409]);
    }
  });

  test('is ended by DELETE, gone for the provider, and comes back with the same external id only', async () => {
    const one = await create({ userName: 'leaver@demo.test', externalId: 'leaver' });
    expect(await scim('DELETE', `/Users/${one['id']}`)).toMatchObject({ status: 204, text: '' });
    expect(await stored(one['id'])).toMatchObject({ is_disabled: true, username: 'leaver@demo.test' });
    expect((await scim('GET', `/Users/${one['id']}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${one['id']}`)).status).toBe(404);
    expect(await namesUnder('userName eq "leaver@demo.test"')).toEqual([]);
    expect(refusal(await scim('POST', '/Users', { schemas: [core], userName: 'leaver@demo.test', externalId: 'somebody else' }))).toEqual([
      409,
      'uniqueness',
    ]);
    const back = await scim('POST', '/Users', {
      schemas: [core],
      userName: 'leaver2@demo.test',
      externalId: 'leaver',
      name: { givenName: 'Back' },
    });
    expect([back.status, said(back)['id'], said(back)['active']]).toEqual([201, one['id'], true]);
    expect(await stored(one['id'])).toMatchObject({ is_disabled: false, username: 'leaver2@demo.test', first_name: 'Back' });
  });

  test('is replaced: what is sent is written, what is not sent stays', async () => {
    const one = await create({ phoneNumbers: [{ value: '1', type: 'work' }] });
    const answer = await scim('PUT', `/Users/${one['id']}`, {
      id: world.ana.uid,
      schemas: [core],
      userName: one['userName'],
      name: { givenName: 'New', familyName: 'Name' },
      active: false,
      attributes: 5,
    });
    expect(said(answer)).toMatchObject({
      id: one['id'],
      name: { formatted: 'New Name' },
      active: false,
      phoneNumbers: [{ value: '1' }],
      externalId: one['externalId'],
    });
    expect(await stored(world.ana.uid)).toMatchObject({ first_name: 'Ana', is_disabled: false });
    expect(refusal(await scim('PUT', `/Users/${one['id']}`, { userName: '' }))).toEqual([400, 'invalidValue']);
  });

  test('a write of somebody who has not seen the present state is refused', async () => {
    const one = await create();
    const version = one['meta']['version'] as string;
    const rename = (header: string) =>
      scim('PATCH', `/Users/${one['id']}`, { Operations: [{ op: 'replace', path: 'title', value: header }] }, { 'if-match': header });
    expect((await rename('W/"old"')).status).toBe(412);
    const next = await rename(`"x", ${version}`);
    expect([next.status, next.headers['etag'] === version]).toEqual([200, false]);
    expect((await rename(version)).status).toBe(412);
    expect((await rename('*')).status).toBe(200);
    expect((await scim('DELETE', `/Users/${one['id']}`, undefined, { 'if-match': version })).status).toBe(412);
    expect((await scim('PUT', `/Users/${one['id']}`, { userName: 'late' }, { 'if-match': version })).status).toBe(412);
  });
});

describe('PATCH', () => {
  test('as Entra writes it: capitals, booleans as texts, filters in paths, removal by value', async () => {
    const one = await create();
    const at = `/Users/${one['id']}`;
    expect(said(await patch(at, { op: 'Replace', path: 'active', value: 'False' }))['active']).toBe(false);
    expect(said(await patch(at, { op: 'Add', path: 'active', value: 'True' }))['active']).toBe(true);
    const answer = await patch(
      at,
      { op: 'Replace', path: 'name.givenName', value: 'Ursula' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ursula@demo.test' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0142' },
      { op: 'Add', path: 'title', value: 'Dean' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Porto' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Arts' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userType', value: 'Staff' },
    );
    expect(said(answer)).toMatchObject({
      name: { givenName: 'Ursula', familyName: one['name']['familyName'] },
      emails: [{ value: 'ursula@demo.test' }],
      phoneNumbers: [{ value: '+1 555 0142', type: 'mobile' }],
      title: 'Dean',
      userType: 'Staff',
    });
    const whole = await patch(at, {
      op: 'Replace',
      value: { 'name.familyName': 'Le Guin', 'emails[type eq "work"].value': 'le@demo.test', active: 'false', nickName: 'U' },
    });
    expect(said(whole)).toMatchObject({ name: { formatted: 'Ursula Le Guin' }, emails: [{ value: 'le@demo.test' }], active: false });
    expect(
      said(await patch(at, { op: 'Remove', path: 'phoneNumbers[type eq "mobile"].value' }, { op: 'Remove', path: 'title' })),
    ).not.toHaveProperty('title');
    expect(await stored(one['id'])).toMatchObject({ phone_mobile: null, work_title: null, account_type: 'Staff' });
  });

  test('as Okta writes it: without a path, lists as a whole', async () => {
    const one = await create();
    const answer = await patch(
      `/Users/${one['id']}`,
      { op: 'replace', value: { active: false, id: one['id'], schemas: [core] } },
      { op: 'add', value: { phoneNumbers: [{ value: '2', type: 'home' }], name: { familyName: 'Okta' } } },
      {
        op: 'replace',
        path: 'emails',
        value: [
          { value: 'a@okta.test', primary: false, type: 'home' },
          { value: 'b@okta.test', primary: true, type: 'work' },
        ],
      },
    );
    expect(said(answer)).toMatchObject({
      active: false,
      name: { givenName: 'Uma', familyName: 'Okta' },
      emails: [{ value: 'b@okta.test' }],
      phoneNumbers: [{ value: '2', type: 'home' }],
    });
  });

  test.each([
    [{ op: 'replace', path: 'id', value: '1' }, 400, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: '1' }] }, 400, 'mutability'],
    [{ op: 'replace', path: 'shoeSize', value: 38 }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'name.shoe', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'title.sub', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"].value extra', value: 'x' }, 400, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'x@y' }, 400, 'noTarget'],
    [{ op: 'remove' }, 400, 'noTarget'],
    [{ op: 'move', path: 'title', value: 'x' }, 400, 'invalidSyntax'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: '' }, 400, 'invalidValue'],
    [{ op: 'remove', path: 'userName' }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'x'.repeat(121) }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: 5 }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'name', value: 'text' }, 400, 'invalidValue'],
    [{ op: 'add', value: 'text' }, 400, 'invalidValue'],
    [{ op: 'add', path: 'title' }, 400, 'invalidValue'],
  ])('%j is refused, and what stands before it is not done', async (operation, status, scimType) => {
    const one = await create();
    const before = await stored(one['id']);
    const answer = await patch(`/Users/${one['id']}`, { op: 'replace', path: 'title', value: 'Half done' }, operation);
    expect([...refusal(answer), said(answer)['schemas'], said(answer)['status']]).toEqual([
      status,
      scimType,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      String(status),
    ]);
    expect(await stored(one['id'])).toEqual(before);
  });

  test('what is no PATCH is refused', async () => {
    for (const body of [
      {},
      { Operations: [] },
      { Operations: 'x' },
      { Operations: [5] },
      { Operations: Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'title' })) },
    ])
      expect(refusal(await scim('PATCH', `/Users/${world.ana.uid}`, body))).toEqual([400, 'invalidSyntax']);
    expect(refusal(await scim('PATCH', `/Users/${world.ana.uid}`, '{'))).toEqual([400, 'invalidSyntax']);
    expect(refusal(await scim('POST', '/Users', []))).toEqual([400, 'invalidSyntax']);
  });
});

describe('a list', () => {
  beforeAll(async () => {
    for (const [name, title, userType] of [
      ['fa', 'Dean', 'Staff'],
      ['fb', 'Vice Dean', 'Faculty'],
      ['fc', undefined, 'Faculty'],
    ] as const)
      await create({
        userName: `${name}@filter.test`,
        name: { givenName: name.toUpperCase(), familyName: "O'Filter" },
        emails: [{ value: `${name}@filter.test` }],
        title,
        userType,
        active: name !== 'fc',
      });
    await patch(`/Users/${(said(await filtered('userName eq "fb@filter.test"'))['Resources'] as Said[])[0]?.['id']}`, {
      op: 'add',
      path: 'phoneNumbers',
      value: [{ type: 'mobile', value: '+1 555 0999' }],
    });
  });

  test.each<[string, string[]]>([
    ['userName eq "FA@filter.test"', ['fa']],
    ['userName ne "fa@filter.test" and userName ew "@FILTER.test"', ['fb', 'fc']],
    ['username sw "FB@"', ['fb']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName co "c@filter"', ['fc']],
    ['name.familyName eq "o\'filter" and active eq true', ['fa', 'fb']],
    ['name.familyName eq "O\'Filter" and active eq "False"', ['fc']],
    ['name.familyName eq "O\'Filter" and not (active eq false)', ['fa', 'fb']],
    ['title pr and userName ew "filter.test"', ['fa', 'fb']],
    ['not (title pr) and userName ew "filter.test"', ['fc']],
    ['title co "dean" and (userType eq "staff" or userType eq "Other")', ['fa']],
    ['emails.value eq "FB@filter.test"', ['fb']],
    ['emails eq "fb@filter.test"', ['fb']],
    ['emails[type eq "work" and value co "fc@"]', ['fc']],
    ['emails[type eq "home" and value co "fc@"]', []],
    ['phoneNumbers[type eq "mobile" and value sw "+1 555 09"]', ['fb']],
    ['phoneNumbers.type eq "mobile" and userName ew "filter.test"', ['fb']],
    ['userName gt "fa@filter.test" and userName le "fc@filter.test"', ['fb', 'fc']],
    ['userName ge "FC@filter.test" and userName lt "fd"', ['fc']],
    ['meta.created gt "2020-01-01T00:00:00Z" and userName eq "fa@filter.test" or userName eq "fb@filter.test"', ['fa', 'fb']],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['id eq "1"', []],
    ['title ne "Dean" and userName ew "filter.test"', ['fb', 'fc']],
    ['title eq null and userName ew "filter.test"', ['fc']],
    ['userName co "%" or userName co "_" or userName eq "\' or 1=1 --"', []],
    ['userName eq "fa@filter.test\\u0022"', []],
  ])('under %s', async (filter, names) => {
    expect(await namesUnder(filter)).toEqual(names.map((name) => `${name}@filter.test`));
  });

  test.each([
    'userName',
    'userName xx "a"',
    'userName eq',
    'userName eq a',
    'userName eq "a" and',
    '(userName eq "a"',
    'userName eq "a")',
    'userName eq "a" "b"',
    'userName eq "open',
    'shoeSize eq 38',
    'password eq "x"',
    '__proto__ eq "x"',
    'constructor eq "x"',
    'emails[value eq "a"',
    'emails.value[type eq "a"]',
    'emails[type[a eq "b"]]',
    'emails.shoe eq "a"',
    'groups.display eq "a"',
    'active gt true',
    'active eq "perhaps"',
    'userName eq 5',
    'userName gt null',
    'meta.created eq "yesterday"',
    'meta.created co "2020"',
    'id sw "1"',
    'userName.x.y eq "a"',
    `${'('.repeat(25)}userName pr${')'.repeat(25)}`,
    Array.from({ length: 61 }, () => 'userName pr').join(' or '),
    "userName eq 'a'",
    'userName eq "a"; drop table users',
  ])('%s is no filter', async (filter) => {
    expect(refusal(await filtered(filter))).toEqual([400, 'invalidFilter']);
  });

  test('is answered a window at a time, with the total', async () => {
    const ask = async (query: string) => {
      const { totalResults, startIndex, itemsPerPage, Resources } = said(await scim('GET', `/Users?${query}`));
      return { totalResults, startIndex, itemsPerPage, ids: (Resources as Said[]).map(({ id }) => id as string) };
    };
    const all = await ask('');
    expect(all.totalResults).toBe(all.ids.length);
    const [first, second] = [await ask('startIndex=1&count=2'), await ask('startIndex=3&count=2')];
    expect([...first.ids, ...second.ids]).toEqual(all.ids.slice(0, 4));
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 3, itemsPerPage: 2 });
    expect(await ask('count=0')).toEqual({ totalResults: all.totalResults, startIndex: 1, itemsPerPage: 0, ids: [] });
    expect(await ask('startIndex=-5&count=-1&sortBy=userName')).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect(await ask('startIndex=5000')).toMatchObject({ totalResults: all.totalResults, ids: [] });
    expect((await scim('GET', '/Users?count=x')).status).toBe(400);
  });

  test('has what is asked for', async () => {
    const [one] = said(
      await scim('GET', '/Users?filter=userName%20eq%20%22fa@filter.test%22&attributes=userName,NAME.givenName,emails.value'),
    )['Resources'] as Said[];
    expect(one).toEqual({
      schemas: [core],
      id: expect.any(String),
      userName: 'fa@filter.test',
      name: { givenName: 'FA' },
      emails: [{ value: 'fa@filter.test' }],
    });
    const rest = said(
      await scim(
        'GET',
        `/Users/${one?.['id']}?excludedAttributes=id,meta,emails,name.formatted,urn:ietf:params:scim:schemas:core:2.0:User:groups`,
      ),
    );
    expect(Object.keys(rest).toSorted()).toEqual([
      'active',
      'displayName',
      'externalId',
      'id',
      'name',
      'schemas',
      'title',
      'userName',
      'userType',
    ]);
    expect(rest['name']).toEqual({ givenName: 'FA', familyName: "O'Filter" });
  });
});

describe('a group', () => {
  const group = async (displayName: string, members: readonly string[] = []): Promise<Said> => {
    const answer = await scim('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName,
      externalId: `g-${displayName}`,
      members: members.map((value) => ({ value })),
    });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return said(answer);
  };
  const members = async (id: string) =>
    (said(await scim('GET', `/Groups/${id}`))['members'] as Said[]).map(({ value }) => value as string).toSorted();

  test('is added with its people, who name it too', async () => {
    const one = await group('Chess', [world.ana.uid, world.ben.uid]);
    expect(one).toMatchObject({ displayName: 'Chess', externalId: 'g-Chess', meta: { resourceType: 'Group' } });
    expect(await members(one['id'])).toEqual([world.ana.uid, world.ben.uid].toSorted());
    expect(said(await scim('GET', `/Users/${world.ana.uid}`))['groups']).toEqual([
      { value: one['id'], $ref: `http://localhost/scim/v2/Groups/${one['id']}`, display: 'Chess', type: 'direct' },
    ]);
    expect(await namesUnder(`groups.value eq "${one['id']}"`)).toEqual(['ana', 'ben']);
    const found = async (filter: string) =>
      (said(await filtered(filter, 'Groups'))['Resources'] as Said[]).map(({ displayName }) => displayName as string);
    expect(await found('displayName eq "chess"')).toEqual(['Chess']);
    expect(await found(`id eq "${one['id']}" and members eq "${world.ana.uid}"`)).toEqual(['Chess']);
    expect(await found(`members[value eq "${world.cy.uid}"]`)).toEqual([]);
    expect(refusal(await filtered('members.display eq "x"', 'Groups'))).toEqual([400, 'invalidFilter']);
    const listed = said(await scim('GET', '/Groups?excludedAttributes=members'))['Resources'] as Said[];
    expect(listed[0]).not.toHaveProperty('members');
    expect(refusal(await scim('POST', '/Groups', { displayName: 'Other', externalId: 'g-Chess' }))).toEqual([409, 'uniqueness']);
  });

  test('is patched as Entra and Okta do, without answering a school of members', async () => {
    const one = await group('Rowing');
    const at = `/Groups/${one['id']}`;
    const answer = await patch(at, { op: 'Add', path: 'members', value: [{ value: world.ana.uid }, { value: world.ben.uid }] });
    expect(said(answer)).not.toHaveProperty('members');
    expect(await members(one['id'])).toHaveLength(2);
    await patch(at, { op: 'Remove', path: `members[value eq "${world.ana.uid}"]` });
    expect(await members(one['id'])).toEqual([world.ben.uid]);
    await patch(
      at,
      { op: 'add', path: 'members', value: { value: world.ana.uid, display: 'ana' } },
      { op: 'Remove', path: 'members', value: [{ value: world.ben.uid }] },
    );
    expect(await members(one['id'])).toEqual([world.ana.uid]);
    await patch(
      at,
      { op: 'replace', path: 'members', value: [{ value: world.cy.uid }] },
      { op: 'replace', value: { id: one['id'], displayName: 'Rowers' } },
    );
    expect(await members(one['id'])).toEqual([world.cy.uid]);
    expect(said(await scim('GET', at))['displayName']).toBe('Rowers');
    await patch(at, { op: 'remove', path: 'members' });
    expect(await members(one['id'])).toEqual([]);
    await scim('PUT', at, { displayName: 'Crew', members: [{ value: world.ben.uid }] });
    expect(await members(one['id'])).toEqual([world.ben.uid]);
    expect(refusal(await patch(at, { op: 'add', path: 'members', value: [{ value: world.ana.uid }, { value: '12345' }] }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusal(await patch(at, { op: 'add', path: 'members', value: [{ value: world.eve.uid }] }))).toEqual([400, 'invalidValue']);
    expect(refusal(await patch(at, { op: 'add', path: 'members', value: [{ value: one['id'], type: 'Group' }] }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(refusal(await patch(at, { op: 'remove', path: 'displayName' }))).toEqual([400, 'invalidValue']);
    expect(refusal(await patch(at, { op: 'replace', path: `members[value eq "${world.ben.uid}"].value`, value: '1' }))).toEqual([
      400,
      'invalidPath',
    ]);
    expect(await members(one['id'])).toEqual([world.ben.uid]);
    const version = said(await scim('GET', at))['meta']['version'] as string;
    await patch(at, { op: 'add', path: 'members', value: [{ value: world.ana.uid }] });
    expect((await scim('DELETE', at, undefined, { 'if-match': version })).status).toBe(412);
    expect(await scim('DELETE', at)).toMatchObject({ status: 204, text: '' });
    expect((await scim('GET', at)).status).toBe(404);
  });

  test('loses whoever the provider removes', async () => {
    const person = await create();
    const one = await group('Leavers', [person['id']]);
    await scim('DELETE', `/Users/${person['id']}`);
    expect(await members(one['id'])).toEqual([]);
    expect(refusal(await patch(`/Groups/${one['id']}`, { op: 'add', path: 'members', value: [{ value: person['id'] }] }))).toEqual([
      400,
      'invalidValue',
    ]);
  });
});

describe('who may', () => {
  test('nobody without a living key of this school: not with none, another school’s, an ended one, or a session', async () => {
    const { items } = await world.admin.call('GET /api/v1/provisioning-keys');
    const ended = await makeKey('Short');
    const { items: both } = await world.admin.call('GET /api/v1/provisioning-keys');
    const id = both.find(({ name }) => name === 'Short')?.id ?? '';
    expect((await scim('GET', '/Users', undefined, { authorization: `Bearer ${ended}` })).status).toBe(200);
    await world.admin.call('DELETE /api/v1/provisioning-keys/{id}', { id });
    expect((await world.admin.try('DELETE /api/v1/provisioning-keys/{id}', { id })).status).toBe(404);
    expect((await world.admin.call('GET /api/v1/provisioning-keys')).items).toEqual(items);
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${otherKey}`,
      `Bearer ${ended}`,
      `Bearer ${world.admin.tokens.jwt}`,
      `Basic ${key}`,
    ]) {
      const answer = await scim('POST', '/Users', { userName: 'intruder' }, { authorization, cookie: 'cg_session=x' });
      expect([authorization.slice(0, 12), answer.status, answer.headers['www-authenticate']]).toEqual([
        authorization.slice(0, 12),
        401,
        'Bearer',
      ]);
      expect(said(answer)).toEqual({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401', detail: expect.any(String) });
    }
    expect(await namesUnder('userName eq "intruder"')).toEqual([]);
  });

  test('a key reaches its own school only', async () => {
    const north = (method: Method, path: string, body?: unknown) =>
      scim(method, path, body, { authorization: `Bearer ${otherKey}` }, 'north.localhost');
    expect((said(await north('GET', '/Users'))['Resources'] as Said[]).map(({ userName }) => userName as string)).toEqual(['eve']);
    for (const method of ['GET', 'DELETE'] as const) expect((await north(method, `/Users/${world.ana.uid}`)).status).toBe(404);
    expect(
      (await north('PATCH', `/Users/${world.ana.uid}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status,
    ).toBe(404);
    expect((await north('PUT', `/Users/${world.ana.uid}`, { userName: 'mine' })).status).toBe(404);
    expect(await stored(world.ana.uid)).toMatchObject({ username: 'ana', is_disabled: false });
  });

  test('keys are kept as hashes, shown once, and say when they were last used', async () => {
    const { items, address } = await world.admin.call('GET /api/v1/provisioning-keys');
    expect([address, items]).toMatchObject([
      'http://localhost/scim/v2',
      [{ name: 'Entra', by: { uid: world.admin.uid }, lastUsedAt: expect.any(String) }],
    ]);
    expect(JSON.stringify(items)).not.toContain(key);
    const rows = await world.sql<{ row: string }>('select k::text as row from provisioning_keys k');
    expect(rows.map(({ row }) => row).join('')).not.toContain(key);
    for (let n = items.length; n < 20; n += 1) await makeKey(`k${n}`);
    expect((await world.admin.try('POST /api/v1/provisioning-keys', { name: 'one more' })).body).toMatchObject({ code: 'too_many_keys' });
  });

  test('each write is recorded with the name of its key, each refusal is not', async () => {
    const one = await create();
    await patch(
      `/Users/${one['id']}`,
      { op: 'replace', path: 'title', value: 'Dean' },
      { op: 'replace', path: 'name.givenName', value: 'Una' },
    );
    await patch(`/Users/${one['id']}`, { op: 'replace', path: 'title', value: 'Dean' });
    await patch(`/Users/${one['id']}`, { op: 'replace', path: 'shoe', value: 'Dean' });
    await scim('DELETE', `/Users/${one['id']}`);
    const admin = await world.again(world.admin);
    const { entries } = await admin.call('GET /api/v1/audit', { size: 3 });
    expect(entries.map(({ kind, actor, detail, fields }) => [kind, actor, detail, fields])).toEqual([
      ['scim_person', null, { act: 'ended', key: 'Entra' }, ['active']],
      ['scim_person', null, { act: 'changed', key: 'Entra' }, ['name', 'title']],
      ['scim_person', null, { act: 'added', key: 'Entra' }, []],
    ]);
  });

  test('a key that asks too often waits', async () => {
    await world.sql(`update limits set used = $1 where subject like 'scim:%'`, [scimLimit.max]);
    const answer = await scim('GET', '/Users?count=0');
    expect([answer.status, answer.headers['retry-after'], said(answer)['status']]).toEqual([429, expect.stringMatching(/^\d+$/), '429']);
    world.clock.advance(scimLimit.seconds * 1_000);
    expect((await scim('GET', '/Users?count=0')).status).toBe(200);
  });
});

test('somebody who has left for good is forgotten here too', async () => {
  const person = await world.join({ username: 'leaves' });
  await patch(`/Users/${person.uid}`, { op: 'add', path: 'externalId', value: 'leaves-ext' });
  await person.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await world.app.jobs.settle();
  expect((await scim('GET', `/Users/${person.uid}`)).status).toBe(404);
  expect(await world.sql(`select from scim_users where external_id = 'leaves-ext'`)).toEqual([]);
});

test('the provider tells of itself, and of what is stored only', async () => {
  expect(said(await scim('GET', '/ServiceProviderConfig'))).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: true },
    filter: { maxResults: 200 },
  });
  const types = said(await scim('GET', '/ResourceTypes'));
  expect([types['totalResults'], (types['Resources'] as Said[]).map(({ id, schema }) => [id, schema])]).toEqual([
    2,
    [
      ['User', core],
      ['Group', 'urn:ietf:params:scim:schemas:core:2.0:Group'],
    ],
  ]);
  expect(said(await scim('GET', '/ResourceTypes/User'))).toMatchObject({ endpoint: '/Users' });
  const schema = said(await scim('GET', `/Schemas/${core}`));
  const told = (schema['attributes'] as Said[]).map(({ name }) => name as string);
  const one = await create({ title: 'x', preferredLanguage: 'en', phoneNumbers: [{ value: '1' }] });
  const { schemas: _schemas, id: _id, meta: _meta, ...attributes } = one;
  expect(told).toEqual(expect.arrayContaining(Object.keys(attributes)));
  expect((await scim('GET', '/Schemas/urn:none')).status).toBe(404);
  for (const path of ['/Nothing', '/Bulk', '/Me'])
    expect([path, (await scim('GET', path)).status, said(await scim('GET', path))['status']]).toEqual([path, 404, '404']);
  expect(said(await scim('DELETE', '/ServiceProviderConfig'))['status']).toBe('405');
  expect(refusal(await scim('POST', '/Users', '<a/>', { 'content-type': 'text/xml' }))).toEqual([415, undefined]);
});

import { describe, expect, test } from 'vitest';
import {
  inProvider,
  failure,
  bodyOf,
  userSchema,
  type ScimBody,
} from '../../../../test/scim-client.ts';
import { inWorld } from '../../../../test/world.ts';

const world = inWorld();
const { scim, patch, filtered, namesUnder, stored, create } = inProvider(world);

describe('a person', () => {
  test('has names without hidden or direction characters, and removes or rejects values of such characters alone', async () => {
    const answer = await scim('POST', '/Users', {
      userName: 'turned@demo.test',
      name: { givenName: '\u202eevil', familyName: 'Sala\u200b\u00admander\u3164' },
      title: '\u2066Dean\u2069',
    });
    expect(answer.status).toBe(201);
    const { id } = bodyOf(answer) as { id: string };
    expect(bodyOf(answer)).toMatchObject({
      name: { givenName: 'evil', familyName: 'Salamander' },
      displayName: 'evil Salamander',
      title: 'Dean',
    });
    const set = { op: 'replace', path: 'title', value: '\u200b\u2800' };
    expect(bodyOf(await patch(`/Users/${id}`, set))).not.toHaveProperty('title');
    const group = await scim('POST', '/Groups', { displayName: '\u202eStaff\u200b' });
    expect(bodyOf(group)).toMatchObject({ displayName: 'Staff' });
    expect(failure(await scim('POST', '/Groups', { displayName: '\u200b' }))).toEqual([
      400,
      'invalidValue',
    ]);
  });

  test('is added, can be read with a version, and is a member of the school', async () => {
    const answer = await scim('POST', '/Users', {
      schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
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
    const body = bodyOf(answer);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      location: `http://localhost/scim/v2/Users/${body['id']}`,
      etag: body['meta']['version'],
      'cache-control': 'no-store',
    });
    expect(body).toEqual({
      schemas: [userSchema],
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
    expect(bodyOf(await scim('GET', `/Users/${body['id']}`))).toEqual(body);
    expect(
      await scim('GET', `/Users/${body['id']}`, undefined, {
        'if-none-match': body['meta']['version'],
      }),
    ).toMatchObject({
      status: 304,
      text: '',
    });
    expect((await scim('GET', '/Users/1')).status).toBe(404);
    expect((await scim('GET', '/Users/x')).status).toBe(404);
  });

  test("can't have another person's username, email address or external id in any case, and never takes over an account", async () => {
    const one = await create();
    const before = await world.sql(
      'select md5(string_agg(u::text, $1 order by u.id)) as all from users u',
      ['|'],
    );
    for (const twin of [
      { userName: one['userName'], externalId: 'other' },
      { userName: one['userName'].toUpperCase(), externalId: 'other' },
      { userName: 'fresh', externalId: one['externalId'] },
      {
        userName: 'fresh',
        externalId: 'other',
        emails: [{ value: one['emails'][0]['value'].toUpperCase() }],
      },
      { userName: 'ana' },
      { userName: 'fresh', emails: [{ value: 'ana@demo.test', primary: true }] },
    ])
      expect(
        failure(
          await scim('POST', '/Users', {
            schemas: [userSchema],
            name: { givenName: 'Twin' },
            ...twin,
          }),
        ),
      ).toEqual([409, 'uniqueness']);
    const two = await create();
    expect(
      failure(
        await patch(`/Users/${two['id']}`, {
          op: 'replace',
          path: 'userName',
          value: one['userName'].toUpperCase(),
        }),
      ),
    ).toEqual([409, 'uniqueness']);
    expect(
      failure(
        await patch(`/Users/${two['id']}`, {
          op: 'replace',
          path: 'externalId',
          value: one['externalId'],
        }),
      ),
    ).toEqual([409, 'uniqueness']);
    await scim('DELETE', `/Users/${two['id']}`);
    await world.sql('delete from users where id = $1', [two['id']]);
    expect(
      await world.sql('select md5(string_agg(u::text, $1 order by u.id)) as all from users u', [
        '|',
      ]),
    ).toEqual(before);
  });

  test('is linked by id, not by name, if they existed before', async () => {
    const [ana] = bodyOf(await filtered('userName eq "ANA"'))['Resources'] as ScimBody[];
    expect(ana).toMatchObject({ userName: 'ana', id: world.ana.uid });
    expect(ana).not.toHaveProperty('externalId');
    expect(
      bodyOf(
        await patch(`/Users/${world.ana.uid}`, { op: 'add', path: 'externalId', value: 'ana-ext' }),
      ),
    ).toMatchObject({
      externalId: 'ana-ext',
    });
    expect(await namesUnder('externalId eq "ana-ext"')).toEqual(['ana']);
    expect(await namesUnder('externalId eq "ANA-EXT"')).toEqual([]);
  });

  test('is added once if two requests use the same username', async () => {
    const add = (name: string, n: number) =>
      scim('POST', '/Users', {
        schemas: [userSchema],
        userName: name,
        externalId: `race-${name}-${n}`,
        name: { givenName: 'Race' },
      });
    for (const pair of [
      ['race', 'race'],
      ['Case', 'cASE'],
    ] as const) {
      const statuses = (await Promise.all(pair.map(add))).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([201, 409]);
    }
  });

  test('waits for a simultaneous request with the same username in another case', async () => {
    const client = await world.pool.raw.connect();
    await client.query(`begin; set local commons.school_id = '${world.school}'`);
    await client.query(
      `select pg_advisory_xact_lock(hashtextextended('scim-name:' || current_school() || ':slow', 1))`,
    );
    const late = scim('POST', '/Users', {
      schemas: [userSchema],
      userName: 'SLOW',
      externalId: 'slow',
      name: { givenName: 'Late' },
    });
    const waits = async () =>
      (await world.sql(`select from pg_locks where locktype = 'advisory' and not granted`)).length;
    await expect.poll(waits).toBe(1);
    await client.query(
      `insert into users (school_id, username, first_name) values ($1, 'slow', 'First')`,
      [world.school],
    );
    await client.query('commit');
    client.release();
    expect(failure(await late)).toEqual([409, 'uniqueness']);
  });

  test("isn't deactivated if they are the last admin", async () => {
    const at = `/Users/${world.admin.uid}`;
    for (const answer of [
      await patch(at, { op: 'replace', path: 'active', value: false }),
      await scim('DELETE', at),
    ])
      expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'last_admin']);
    expect(await stored(world.admin.uid)).toMatchObject({ is_disabled: false });
    const second = await create();
    await world.sql('update users set is_admin = true where id = $1', [second['id']]);
    expect((await scim('DELETE', `/Users/${second['id']}`)).status).toBe(204);
  });

  test('is deactivated and hidden by DELETE, and restored by the same external ID', async () => {
    const one = await create({ userName: 'leaver@demo.test', externalId: 'leaver' });
    expect(await scim('DELETE', `/Users/${one['id']}`)).toMatchObject({ status: 204, text: '' });
    expect(await stored(one['id'])).toMatchObject({
      is_disabled: true,
      username: 'leaver@demo.test',
    });
    expect((await scim('GET', `/Users/${one['id']}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${one['id']}`)).status).toBe(404);
    expect(await namesUnder('userName eq "leaver@demo.test"')).toEqual([]);
    const back = await scim('POST', '/Users', {
      schemas: [userSchema],
      userName: 'leaver2@demo.test',
      externalId: 'leaver',
      name: { givenName: 'Back' },
    });
    expect([back.status, bodyOf(back)['id'], bodyOf(back)['active']]).toEqual([
      201,
      one['id'],
      true,
    ]);
    expect(await stored(one['id'])).toMatchObject({
      is_disabled: false,
      username: 'leaver2@demo.test',
      first_name: 'Back',
    });
  });

  test('doesn’t block others after a removal, and is the same person unless the external ID differs', async () => {
    const add = async (body: object) => {
      const answer = await scim('POST', '/Users', {
        schemas: [userSchema],
        name: { givenName: 'Again' },
        ...body,
      });
      expect(answer.status).toBe(201);
      return bodyOf(answer);
    };
    const emails = [{ value: 'again@demo.test', type: 'work', primary: true }];
    const one = await add({ userName: 'again@demo.test', externalId: 'a', emails });
    await scim('DELETE', `/Users/${one['id']}`);
    const two = await add({ userName: 'AGAIN@demo.test', externalId: 'b', emails });
    expect(two['id']).not.toBe(one['id']);
    expect(await stored(one['id'])).toMatchObject({
      username: `again@demo.test~${Number(one['id'])}`,
      email: null,
      is_disabled: true,
    });
    // The first person is active again and now keeps the name.
    expect((await add({ userName: 'first@demo.test', externalId: 'a' }))['id']).toBe(one['id']);
    expect(
      failure(await scim('POST', '/Users', { schemas: [userSchema], userName: 'first@demo.test' })),
    ).toEqual([409, 'uniqueness']);
    await scim('DELETE', `/Users/${two['id']}`);
    expect((await add({ userName: 'again@demo.test' }))['id']).toBe(two['id']);
    // A changed name and external id treats removed people the same way.
    await scim('DELETE', `/Users/${one['id']}`);
    const three = await add({ userName: 'three@demo.test', externalId: 'c' });
    expect(
      (
        await patch(
          `/Users/${three['id']}`,
          { op: 'replace', path: 'userName', value: 'first@demo.test' },
          { op: 'replace', path: 'externalId', value: 'a' },
        )
      ).status,
    ).toBe(200);
    const group = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Again',
    };
    for (const externalId of ['g', 'g', 'h']) {
      const made = await scim('POST', '/Groups', { ...group, externalId });
      expect(made.status).toBe(201);
      await scim('DELETE', `/Groups/${bodyOf(made)['id']}`);
    }
    for (const id of [one['id'], two['id'], three['id']]) await scim('DELETE', `/Users/${id}`);
  });

  test('is found by Entra’s filters, ignoring case', async () => {
    const one = await create({
      userName: 'found@demo.test',
      externalId: 'Found',
      emails: [{ value: 'found@demo.test', type: 'work', primary: true }],
    });
    for (const filter of [
      'emails[type eq "work"].value eq "FOUND@demo.test"',
      'emails[type eq "work" and primary eq true].value eq "found@demo.test"',
      'emails[type eq "work"].value sw "found@" and active eq true',
      'emails[type eq "work"].value pr and userName eq "FOUND@DEMO.TEST"',
      'urn:ietf:params:scim:schemas:core:2.0:User:emails[type eq "work"].value eq "found@demo.test"',
      'emails.value eq "found@demo.test"',
      'externalId eq "Found"',
    ])
      expect(await namesUnder(filter)).toEqual(['found@demo.test']);
    for (const filter of [
      'emails[type eq "home"].value eq "found@demo.test"',
      'emails[type eq "work"].value eq "other@demo.test"',
    ])
      expect(await namesUnder(filter)).toEqual([]);
    for (const filter of ['emails[type eq "work"].', 'emails[type eq "work"].value'])
      expect((await filtered(filter)).status).toBe(400);
    await scim('DELETE', `/Users/${one['id']}`);
  });

  test('keeps attributes that a PUT omits', async () => {
    const one = await create({ phoneNumbers: [{ value: '1', type: 'work' }] });
    const answer = await scim('PUT', `/Users/${one['id']}`, {
      id: world.ana.uid,
      schemas: [userSchema],
      userName: one['userName'],
      name: { givenName: 'New', familyName: 'Name' },
      active: false,
      attributes: 5,
    });
    expect(bodyOf(answer)).toMatchObject({
      id: one['id'],
      name: { formatted: 'New Name' },
      active: false,
      phoneNumbers: [{ value: '1' }],
      externalId: one['externalId'],
    });
    expect(await stored(world.ana.uid)).toMatchObject({ first_name: 'Ana', is_disabled: false });
    expect(failure(await scim('PUT', `/Users/${one['id']}`, { userName: '' }))).toEqual([
      400,
      'invalidValue',
    ]);
  });

  test('rejects a write with an outdated version', async () => {
    const one = await create();
    const version = one['meta']['version'] as string;
    const rename = (header: string) =>
      scim(
        'PATCH',
        `/Users/${one['id']}`,
        { Operations: [{ op: 'replace', path: 'title', value: header }] },
        { 'if-match': header },
      );
    expect((await rename('W/"old"')).status).toBe(412);
    const next = await rename(`"x", ${version}`);
    expect([next.status, next.headers['etag'] === version]).toEqual([200, false]);
    expect((await rename(version)).status).toBe(412);
    expect((await rename('*')).status).toBe(200);
    expect(
      (await scim('DELETE', `/Users/${one['id']}`, undefined, { 'if-match': version })).status,
    ).toBe(412);
    expect(
      (await scim('PUT', `/Users/${one['id']}`, { userName: 'late' }, { 'if-match': version }))
        .status,
    ).toBe(412);
  });
});

describe('PATCH', () => {
  test("accepts Entra's requests: capitals, booleans as text, filters in paths, and removal by value", async () => {
    const one = await create();
    const at = `/Users/${one['id']}`;
    expect(
      bodyOf(await patch(at, { op: 'Replace', path: 'active', value: 'False' }))['active'],
    ).toBe(false);
    expect(bodyOf(await patch(at, { op: 'Add', path: 'active', value: 'True' }))['active']).toBe(
      true,
    );
    const answer = await patch(
      at,
      { op: 'Replace', path: 'name.givenName', value: 'Ursula' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ursula@demo.test' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0142' },
      { op: 'Add', path: 'title', value: 'Dean' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Porto' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Arts',
      },
      {
        op: 'Replace',
        path: 'urn:ietf:params:scim:schemas:core:2.0:User:userType',
        value: 'Staff',
      },
    );
    expect(bodyOf(answer)).toMatchObject({
      name: { givenName: 'Ursula', familyName: one['name']['familyName'] },
      emails: [{ value: 'ursula@demo.test' }],
      phoneNumbers: [{ value: '+1 555 0142', type: 'mobile' }],
      title: 'Dean',
      userType: 'Staff',
    });
    const whole = await patch(at, {
      op: 'Replace',
      value: {
        'name.familyName': 'Le Guin',
        'emails[type eq "work"].value': 'le@demo.test',
        active: 'false',
        nickName: 'U',
      },
    });
    expect(bodyOf(whole)).toMatchObject({
      name: { formatted: 'Ursula Le Guin' },
      emails: [{ value: 'le@demo.test' }],
      active: false,
    });
    expect(
      bodyOf(
        await patch(
          at,
          { op: 'Remove', path: 'phoneNumbers[type eq "mobile"].value' },
          { op: 'Remove', path: 'title' },
        ),
      ),
    ).not.toHaveProperty('title');
    expect(await stored(one['id'])).toMatchObject({
      phone_mobile: null,
      work_title: null,
      account_type: 'Staff',
    });
  });

  test("accepts Okta's requests: no path, and complete lists", async () => {
    const one = await create();
    const answer = await patch(
      `/Users/${one['id']}`,
      { op: 'replace', value: { active: false, id: one['id'], schemas: [userSchema] } },
      {
        op: 'add',
        value: { phoneNumbers: [{ value: '2', type: 'home' }], name: { familyName: 'Okta' } },
      },
      {
        op: 'replace',
        path: 'emails',
        value: [
          { value: 'a@okta.test', primary: false, type: 'home' },
          { value: 'b@okta.test', primary: true, type: 'work' },
        ],
      },
    );
    expect(bodyOf(answer)).toMatchObject({
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
    [
      { op: 'replace', value: { [userSchema]: { [userSchema]: { title: 'Deep' } } } },
      400,
      'invalidValue',
    ],
    [{ op: 'replace', path: 'userName', value: '' }, 400, 'invalidValue'],
    [{ op: 'remove', path: 'userName' }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'x'.repeat(121) }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'emails', value: 5 }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'name', value: 'text' }, 400, 'invalidValue'],
    [{ op: 'add', value: 'text' }, 400, 'invalidValue'],
    [{ op: 'add', path: 'title' }, 400, 'invalidValue'],
  ])(
    'rejects %j and doesn’t apply the operations before it',
    async (operation, status, scimType) => {
      const one = await create();
      const before = await stored(one['id']);
      const answer = await patch(
        `/Users/${one['id']}`,
        { op: 'replace', path: 'title', value: 'Half done' },
        operation,
      );
      expect([...failure(answer), bodyOf(answer)['schemas'], bodyOf(answer)['status']]).toEqual([
        status,
        scimType,
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
        String(status),
      ]);
      expect(await stored(one['id'])).toEqual(before);
    },
  );

  test('rejects invalid requests', async () => {
    for (const body of [
      {},
      { Operations: [] },
      { Operations: 'x' },
      { Operations: [5] },
      { Operations: Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'title' })) },
    ])
      expect(failure(await scim('PATCH', `/Users/${world.ana.uid}`, body))).toEqual([
        400,
        'invalidSyntax',
      ]);
    expect(failure(await scim('PATCH', `/Users/${world.ana.uid}`, '{'))).toEqual([
      400,
      'invalidSyntax',
    ]);
    expect(failure(await scim('POST', '/Users', []))).toEqual([400, 'invalidSyntax']);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import {
  inProvider,
  failure,
  bodyOf,
  userSchema,
  type ScimBody,
} from '../../../test/scim-client.ts';
import { inWorld } from '../../../test/world.ts';

/*
 * PATCH requests of identity providers: Microsoft Entra with its default mappings, with and without the flag
 * `aadOptscim062020` (Microsoft Learn, "Known issues and resolutions with SCIM 2.0 protocol compliance"), Okta with its
 * SCIM 2.0 templates, and the examples of RFC 7644, 3.5.2.
 */

const world = inWorld();
const { scim, patch, stored, create } = inProvider(world);
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

// Name, operations, stored columns.
type Row = [name: string, operations: object[], columns: ScimBody];

const toUsers: Row[] = [
  ['Entra disables', [{ op: 'Replace', path: 'active', value: 'False' }], { is_disabled: true }],
  [
    'Entra with the flag disables',
    [{ op: 'replace', path: 'active', value: false }],
    { is_disabled: true },
  ],
  [
    'Entra writes a text attribute as a list of one',
    [
      { op: 'Add', path: 'title', value: [{ $ref: null, value: 'Dean' }] },
      { op: 'Replace', path: 'name.givenName', value: [{ value: 'Ursula' }] },
      { op: 'Replace', path: 'active', value: [{ value: 'False' }] },
    ],
    { work_title: 'Dean', first_name: 'Ursula', is_disabled: true },
  ],
  [
    'Entra replaces an address by its type',
    [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@clients.test' }],
    { email: 'new@clients.test' },
  ],
  [
    'Entra names type and primary, in other capitals',
    [
      {
        op: 'Replace',
        path: 'Emails[Type eq "work" and Primary eq "True"].Value',
        value: 'new@clients.test',
      },
    ],
    { email: 'new@clients.test' },
  ],
  [
    'Entra names the primary address only',
    [{ op: 'Replace', path: 'emails[primary eq true].value', value: 'new@clients.test' }],
    { email: 'new@clients.test' },
  ],
  [
    'Entra adds phone numbers of a new type and of one that isn’t stored',
    [
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0142' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0143' },
      { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '+1 555 0144' },
    ],
    { phone_mobile: '+1 555 0142', phone_work: '+1 555 0143', phone_home: '7' },
  ],
  [
    'Entra sends attributes that aren’t stored: addresses, roles, a manager, custom extensions',
    [
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: '1 Main St' },
      { op: 'Replace', path: 'addresses[type eq "work"]', value: { country: 'PT' } },
      { op: 'Remove', path: 'addresses[type eq "work"].postalCode' },
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Student' },
      { op: 'Add', path: `${enterprise}:manager`, value: '26118915' },
      { op: 'Remove', path: `${enterprise}:manager` },
      { op: 'Add', path: 'urn:example:2.0:User:badge.color', value: 'red' },
      { op: 'Add', path: 'title', value: 'Kept' },
    ],
    { work_title: 'Kept' },
  ],
  [
    'Entra with the flag writes everything in one operation without a path',
    [
      {
        op: 'add',
        value: {
          'name.familyName': 'Le Guin',
          'emails[type eq "work"].value': 'le@clients.test',
          'addresses[type eq "work"].country': 'PT',
          displayName: 'Ursula',
          active: 'True',
          [`${enterprise}:department`]: 'Arts',
          [enterprise]: { costCenter: '4130' },
        },
      },
    ],
    { last_name: 'Le Guin', email: 'le@clients.test', is_disabled: false },
  ],
  [
    'Okta deactivates without a path',
    [{ op: 'replace', value: { active: false } }],
    { is_disabled: true },
  ],
  [
    'Okta syncs a password, which is not stored',
    [{ op: 'replace', value: { password: 'a password of Okta' } }],
    { is_disabled: false },
  ],
  [
    'null and an empty list remove an attribute',
    [
      { op: 'replace', path: 'phoneNumbers', value: null },
      { op: 'replace', value: { emails: [], title: null } },
      { op: 'add', value: { phoneNumbers: null } },
    ],
    { email: null, work_title: null, phone_home: null },
  ],
  [
    'an item is removed by its type, and by its value',
    [
      { op: 'Remove', path: 'phoneNumbers[type eq "home"]' },
      { op: 'remove', path: 'emails', value: [{ value: 'first@clients.test' }] },
    ],
    { phone_home: null, email: null },
  ],
  [
    'an item is replaced as a whole, as an object or a list of one',
    [
      {
        op: 'replace',
        path: 'emails[type eq "work"]',
        value: { type: 'work', value: 'whole@clients.test', primary: true },
      },
      { op: 'replace', path: 'phoneNumbers[type eq "home"]', value: [{ value: '9' }] },
    ],
    { email: 'whole@clients.test', phone_home: '9' },
  ],
  [
    'removing a missing item changes nothing',
    [
      { op: 'Remove', path: 'phoneNumbers[type eq "mobile"].value' },
      { op: 'Remove', path: 'emails[type eq "home"]' },
      { op: 'Remove', path: 'preferredLanguage' },
    ],
    { phone_home: '7', email: 'first@clients.test' },
  ],
];

describe('a person', () => {
  let id = '';
  beforeEach(async () => {
    await world.sql(`delete from users where username like '%@clients.test'`);
    ({ id } = (await create({
      userName: 'first@clients.test',
      externalId: undefined,
      emails: [{ value: 'first@clients.test', type: 'work', primary: true }],
      phoneNumbers: [{ value: '7', type: 'home' }],
    })) as { id: string });
  });

  test.each(toUsers)('%s', async (_, operations, columns) => {
    const answer = await patch(`/Users/${id}`, ...operations);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(await stored(id)).toMatchObject(columns);
  });

  // The filter matches no item of the list: RFC 7644, 3.5.2.3.
  test.each([
    [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'x@y.test' }, 'noTarget'],
    [{ op: 'replace', path: 'title', value: [{ value: 'a' }, { value: 'b' }] }, 'invalidValue'],
    [{ op: 'replace', path: 'title', value: [] }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: [{ value: 'perhaps' }] }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq "work"]', value: [{}, {}] }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x@y.test' }, 'invalidPath'],
    [{ op: 'replace', path: 'badges[type eq "x"].value', value: 'x' }, 'invalidPath'],
  ])('rejects %j and changes nothing', async (operation, scimType) => {
    const before = await stored(id);
    const first = { op: 'Replace', path: 'title', value: 'Half done' };
    expect(failure(await patch(`/Users/${id}`, first, operation))).toEqual([400, scimType]);
    expect(await stored(id)).toEqual(before);
  });
});

describe('a group', () => {
  const membersOf = async (at: string) =>
    ((bodyOf(await scim('GET', at))['members'] ?? []) as { value: string }[])
      .map(({ value }) => value)
      .toSorted();

  test.each<
    [name: string, operations: (ids: readonly [string, string, string]) => object[], left: number[]]
  >([
    [
      'Entra removes a member by a list',
      ([ana]) => [{ op: 'Remove', path: 'members', value: [{ value: ana }] }],
      [1],
    ],
    [
      'Entra with the flag removes a member by a filter',
      ([ana]) => [{ op: 'remove', path: `members[value eq "${ana}"]` }],
      [1],
    ],
    [
      'Okta removes several by one filter, and one in other capitals',
      ([ana, ben]) => [
        { op: 'remove', path: `members[value eq "${ana}" or value eq "999999"]` },
        { op: 'Remove', path: `Members[Value EQ "${ben}"]` },
      ],
      [],
    ],
    [
      'Okta adds and renames without a path',
      ([, , cy]) => [
        { op: 'add', value: { members: [{ value: cy, display: 'cy' }] } },
        { op: 'replace', value: { id: 'g', displayName: 'Renamed' } },
      ],
      [0, 1, 2],
    ],
    [
      'Entra renames by a list of one, and by the whole name of the attribute',
      () => [
        { op: 'Replace', path: 'displayName', value: [{ value: 'Listed' }] },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:core:2.0:Group:externalId',
          value: [{ $ref: null, value: 'entra-1' }],
        },
      ],
      [0, 1],
    ],
    ['null removes all members', () => [{ op: 'Replace', path: 'members', value: null }], []],
    [
      'removing no one changes nothing',
      () => [{ op: 'Remove', path: 'members', value: [] }],
      [0, 1],
    ],
  ])('%s', async (_, operations, left) => {
    const ids = [world.ana.uid, world.ben.uid, world.cy.uid] as const;
    const made = await scim('POST', '/Groups', {
      displayName: 'Clients',
      members: [{ value: ids[0] }, { value: ids[1] }],
    });
    const at = `/Groups/${String(bodyOf(made)['id'])}`;
    const answer = await patch(at, ...operations(ids));
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(await membersOf(at)).toEqual(left.map((index) => ids[index]).toSorted());
    await scim('DELETE', at);
  });
});

test('Entra’s connection test works, and schema names ignore case', async () => {
  const filter = 'userName eq "4d32ab19-ae09-4236-82fa-15768bc48a5a"';
  const none = await scim('GET', `/Users?${new URLSearchParams({ filter })}`);
  expect(bodyOf(none)).toMatchObject({ totalResults: 0, Resources: [] });
  const one = await create();
  const answer = await scim('PATCH', `/Users/${one['id']}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    operations: [{ OP: 'REPLACE', Path: `${userSchema.toUpperCase()}:Title`, Value: 'Dean' }],
  });
  expect(bodyOf(answer)).toMatchObject({ title: 'Dean' });
});

import { beforeAll, describe, expect, test } from 'vitest';
import {
  inProvider,
  failure,
  bodyOf,
  userSchema,
  type ScimBody,
} from '../../../../test/scim-client.ts';
import { inWorld } from '../../../../test/world.ts';

const world = inWorld();
const { scim, patch, filtered, namesUnder, create } = inProvider(world);

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
    await patch(
      `/Users/${(bodyOf(await filtered('userName eq "fb@filter.test"'))['Resources'] as ScimBody[])[0]?.['id']}`,
      {
        op: 'add',
        path: 'phoneNumbers',
        value: [{ type: 'mobile', value: '+1 555 0999' }],
      },
    );
  });

  test.each<[string, string[]]>([
    ['userName eq "FA@filter.test"', ['fa']],
    ['userName ne "fa@filter.test" and userName ew "@FILTER.test"', ['fb', 'fc']],
    ['username sw "FB@"', ['fb']],
    ['username sw "b@filter"', []],
    ['not (title co "dean") and userName ew "filter.test"', ['fc']],
    [
      'not (phoneNumbers[not (value sw "+1 555 09")]) and userName ew "filter.test"',
      ['fa', 'fb', 'fc'],
    ],
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
    [
      'meta.created gt "2020-01-01T00:00:00Z" and userName eq "fa@filter.test" or userName eq "fb@filter.test"',
      ['fa', 'fb'],
    ],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['id eq "1"', []],
    ['title ne "Dean" and userName ew "filter.test"', ['fb', 'fc']],
    ['title eq null and userName ew "filter.test"', ['fc']],
    ['userName co "%" or userName co "_" or userName eq "\' or 1=1 --"', []],
    ['userName eq "fa@filter.test\\u0022"', []],
  ])('with the filter %s', async (filter, names) => {
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
    'constructor[value eq "5"]',
    'emails[constructor eq "x"]',
    'toString pr',
  ])('rejects the filter %s', async (filter) => {
    expect(failure(await filtered(filter))).toEqual([400, 'invalidFilter']);
  });

  test('is returned in ranges with the total', async () => {
    const ask = async (query: string) => {
      const { totalResults, startIndex, itemsPerPage, Resources } = bodyOf(
        await scim('GET', `/Users?${query}`),
      );
      return {
        totalResults,
        startIndex,
        itemsPerPage,
        ids: (Resources as ScimBody[]).map(({ id }) => id as string),
      };
    };
    const all = await ask('');
    expect(all.totalResults).toBe(all.ids.length);
    const [first, second] = [await ask('startIndex=1&count=2'), await ask('startIndex=3&count=2')];
    expect([...first.ids, ...second.ids]).toEqual(all.ids.slice(0, 4));
    expect(second).toMatchObject({
      totalResults: all.totalResults,
      startIndex: 3,
      itemsPerPage: 2,
    });
    expect(await ask('count=0')).toEqual({
      totalResults: all.totalResults,
      startIndex: 1,
      itemsPerPage: 0,
      ids: [],
    });
    expect(await ask('startIndex=-5&count=-1&sortBy=userName')).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    expect(await ask('startIndex=5000')).toMatchObject({ totalResults: all.totalResults, ids: [] });
    expect((await scim('GET', '/Users?count=x')).status).toBe(400);
  });

  test('has the requested attributes', async () => {
    const [one] = bodyOf(
      await scim(
        'GET',
        '/Users?filter=userName%20eq%20%22fa@filter.test%22&attributes=userName,NAME.givenName,emails.value',
      ),
    )['Resources'] as ScimBody[];
    expect(one).toEqual({
      schemas: [userSchema],
      id: expect.any(String),
      userName: 'fa@filter.test',
      name: { givenName: 'FA' },
      emails: [{ value: 'fa@filter.test' }],
    });
    const rest = bodyOf(
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

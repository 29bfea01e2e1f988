import { beforeAll, describe, expect, test } from 'vitest';
import {
  alwaysListed,
  audiences,
  profileFields,
  type Audience,
  type FieldRules,
  type ProfileField,
} from '#contract/people/audiences.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { audienceNumbers, audienceOf, isSeenBy, type Relationship } from './privacy.rules.ts';

const world = inWorld();

/** Dora's fields. Each has a text that occurs nowhere else, and the search or filter that would find it. */
const secrets: Record<
  ProfileField,
  { column: string; value: unknown; text: string; filter?: [string, string]; search?: string }
> = {
  genderPronoun: { column: 'gender_pronoun', value: 'zepro/nouns', text: 'zepro/nouns' },
  yearOfGraduation: {
    column: 'year_of_graduation',
    value: 2199,
    // With quotes, because random ids contain four digits, too.
    text: '"2199"',
    filter: ['year_of_graduation', '2199'],
  },
  major: {
    column: 'major',
    value: 'Zymology',
    text: 'Zymology',
    filter: ['major', 'Zymology'],
    search: 'zymology',
  },
  bio: { column: 'bio', value: '<p>Zebio</p>', text: 'Zebio' },
  languages: {
    column: 'languages',
    value: ['Zelang'],
    text: 'Zelang',
    filter: ['languages_tagList', 'Zelang'],
    search: 'zelang',
  },
  work: { column: 'company_name', value: 'Zework Inc', text: 'Zework', search: 'zework' },
  lookingFor: {
    column: 'looking_for',
    value: ['Zelook'],
    text: 'Zelook',
    filter: ['looking_for_tagList', 'Zelook'],
  },
  industries: {
    column: 'industries',
    value: ['Zeindustry'],
    text: 'Zeindustry',
    filter: ['industries_tagList', 'Zeindustry'],
  },
  interests: {
    column: 'interests',
    value: ['Zeinterest'],
    text: 'Zeinterest',
    filter: ['interests_tagList', 'Zeinterest'],
    search: 'zeinterest',
  },
  sports: {
    column: 'sports',
    value: ['Zesport'],
    text: 'Zesport',
    filter: ['sports_tagList', 'Zesport'],
    search: 'zesport',
  },
  email: { column: 'email', value: 'zemail@demo.test', text: 'zemail@demo.test' },
  phoneWork: { column: 'phone_work', value: '+1 555 7001', text: '555 7001' },
  phoneHome: { column: 'phone_home', value: '+1 555 7002', text: '555 7002' },
  phoneMobile: { column: 'phone_mobile', value: '+1 555 7003', text: '555 7003' },
  place: {
    column: 'city',
    value: 'Zecity',
    text: 'Zecity',
    filter: ['city', 'Zecity'],
    search: 'zecity',
  },
  currentAddress: { column: 'current_address', value: '9 Zestreet', text: '9 Zestreet' },
};

let dora: Person;
let adviser: Person;
let viewers: Record<string, { person: Person; relationship: Relationship }>;

beforeAll(async () => {
  dora = await world.join({
    username: 'dora',
    first_name: 'Dora',
    last_name: 'Quimby',
    email: 'zemail@demo.test',
  });
  adviser = await world.join({ username: 'adviser', account_type: 'Staff' });
  await world.admin.call('PATCH /api/v1/people/{uid}/standing', {
    uid: adviser.uid,
    isAdviser: true,
  });
  adviser = await world.signInAgain(adviser);
  for (const { column, value } of Object.values(secrets))
    await world.sql(`update users set ${column} = $1 where id = $2`, [value, dora.id]);
  await world.ben.call('GET /mobile_ws/v18/user_connect', {
    student_uid: dora.uid,
    type: 'request',
  });
  await dora.call('GET /mobile_ws/v18/user_connect', {
    student_uid: world.ben.uid,
    type: 'accept',
  });
  viewers = {
    'ana, a stranger': { person: world.ana, relationship: 'stranger' },
    'ben, a connection': { person: world.ben, relationship: 'known' },
    'an adviser': { person: adviser, relationship: 'known' },
    'the admin': { person: world.admin, relationship: 'full' },
    'dora herself': { person: dora, relationship: 'full' },
  };
});

const total = async (
  person: Person,
  filters: Record<string, string>,
): Promise<number | undefined> =>
  (await person.call('GET /mobile_ws/v18/mobile_people', filters))[0]?.total;

/** Returns everything that calls return about people, as one text. */
const everythingSentTo = async (person: Person): Promise<string> => {
  const every =
    '["GenderPronoun","Bio","CompanyName","WorkTitle","Email","PhoneWork","PhoneHome","PhoneMobile","City","CurrentAddress"]';
  return JSON.stringify([
    await person.call('GET /mobile_ws/v18/user_profile', { uid: dora.uid }),
    await person.call('GET /mobile_ws/v18/authentication', { uid: dora.uid }),
    await person.call('GET /mobile_ws/v18/mobile_people', { limit: 100 }),
    await person.call('GET /mobile_ws/v18/user_all', { limit: 100 }),
    await person.call('GET /mobile_ws/v17/mobile_people_list', { limit: 100 }),
    await person.call('GET /api/v1/users', {
      pageSize: 100,
      optionalProperties: every,
      relationships:
        '["Languages","LookingForSelections","IndustrySelections","Interests","Sports"]',
    }),
    await person.call('GET /api/v1/connections', { list: 'connected' }),
    await person.call('GET /mobile_ws/v18/listing_filters', { type: 'directory' }),
    await person.call('GET /api/v1/profile/options'),
  ]);
};

/** Returns which of dora's fields a viewer can read, find by filter, find by search, or see in counts. */
const reach = async (person: Person) => {
  const text = await everythingSentTo(person);
  const filters = JSON.stringify(
    await person.call('GET /mobile_ws/v18/listing_filters', { type: 'directory' }),
  );
  const found = async (way: 'filter' | 'search') => {
    const fields: ProfileField[] = [];
    for (const field of profileFields) {
      const { filter, search } = secrets[field];
      const asked =
        way === 'filter' ? filter && { [filter[0]]: filter[1] } : search && { search_word: search };
      if (asked && (await total(person, asked)) === 1) fields.push(field);
    }
    return fields;
  };
  return {
    read: profileFields.filter((field) => text.includes(secrets[field].text)),
    filtered: await found('filter'),
    searched: await found('search'),
    counted: profileFields.filter(
      (field) => secrets[field].filter && filters.includes(secrets[field].text),
    ),
  };
};

const expected = (
  rules: FieldRules,
  choice: Audience | null,
  isListed: boolean,
  hasHold: boolean,
  relationship: Relationship,
) => {
  const own = {
    audiences: Object.fromEntries(
      choice === null ? [] : profileFields.map((field) => [field, choice]),
    ),
    is_listed: isListed,
    has_hold: hasHold,
  };
  const seen = profileFields.filter((field) =>
    isSeenBy(relationship, audienceOf(rules, field, own, alwaysListed.includes(field))),
  );
  return {
    read: seen,
    filtered: seen.filter((field) => secrets[field].filter),
    searched: seen.filter((field) => secrets[field].search),
    counted: seen.filter((field) => secrets[field].filter),
  };
};

const everyField = (audience: Audience, isLocked: boolean): FieldRules =>
  Object.fromEntries(profileFields.map((field) => [field, { audience, isLocked }]));
const settings: {
  name: string;
  choice: Audience | null;
  rules: FieldRules;
  isListed?: boolean;
  hasHold?: boolean;
}[] = [
  { name: 'nothing chosen, nothing ruled', choice: null, rules: {} },
  ...audiences.map((choice) => ({ name: `${choice} chosen`, choice, rules: {} })),
  ...audiences.map((audience) => ({
    name: `school default ${audience}`,
    choice: null,
    rules: everyField(audience, false),
  })),
  {
    name: 'everyone chosen against the default me',
    choice: 'everyone',
    rules: everyField('me', false),
  },
  { name: 'everyone chosen under the lock me', choice: 'everyone', rules: everyField('me', true) },
  {
    name: 'me chosen under the lock connections',
    choice: 'me',
    rules: everyField('connections', true),
  },
  { name: 'a private profile', choice: null, rules: {}, isListed: false },
  { name: 'a private profile, everyone chosen', choice: 'everyone', rules: {}, isListed: false },
  { name: 'a private profile, me chosen', choice: 'me', rules: {}, isListed: false },
  {
    name: 'directory information held',
    choice: 'everyone',
    rules: everyField('everyone', true),
    hasHold: true,
  },
];

describe("[CARD-11, SET-01] for each viewer, field and setting, hidden fields can't be read, found, counted or suggested", () => {
  test.each(settings)(
    '$name',
    async ({ choice, rules, isListed = true, hasHold = false }) => {
      await world.admin.call('PUT /api/v1/school/field-rules', { rules: {} });
      await dora.call('PATCH /api/v1/privacy', {
        choices: Object.fromEntries(profileFields.map((field) => [field, choice])),
      });
      await dora.call('PATCH /api/v1/profile', { isListed });
      await world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: dora.uid, hasHold });
      await world.admin.call('PUT /api/v1/school/field-rules', { rules });
      for (const [name, { person, relationship }] of Object.entries(viewers)) {
        expect([name, await reach(person)]).toEqual([
          name,
          expected(rules, choice, isListed, hasHold, relationship),
        ]);
        const listed = await person.call('GET /mobile_ws/v18/mobile_people', { limit: 100 });
        const isListedThere = listed[0]?.people.some(({ uid }) => uid === dora.uid);
        expect([name, isListedThere, listed[0]?.people.length]).toEqual([
          name,
          !hasHold || relationship !== 'stranger',
          listed[0]?.total,
        ]);
      }
    },
    30_000,
  );
});

test('the audience numbers in the database and the rule for responses agree', () => {
  for (const rules of [
    {},
    everyField('connections', false),
    everyField('me', true),
    { major: { audience: 'me', isLocked: false } },
  ] as FieldRules[]) {
    for (const relationship of ['stranger', 'known', 'full'] as const) {
      const numbers = audienceNumbers(rules, relationship);
      for (const [index, field] of profileFields.entries()) {
        for (const [choice, audience] of [...audiences, undefined].entries()) {
          for (const [narrow, own] of [
            { is_listed: true, has_hold: false },
            { is_listed: false, has_hold: false },
            { is_listed: true, has_hold: true },
          ].entries()) {
            const number = (index + 1) * 16 + choice + [0, 4, 8][narrow]!;
            const seen = isSeenBy(
              relationship,
              audienceOf(
                rules,
                field,
                { audiences: audience ? { [field]: audience } : {}, ...own },
                false,
              ),
            );
            expect([number, numbers.includes(number)]).toEqual([number, seen]);
          }
        }
      }
    }
  }
});

describe('choosing audiences', () => {
  test('is rejected for a locked field with its name, and null restores the default', async () => {
    await world.admin.call('PUT /api/v1/school/field-rules', {
      rules: { phoneHome: { audience: 'connections', isLocked: true } },
    });
    const refusedChoice = await dora.try('PATCH /api/v1/privacy', {
      choices: { phoneHome: 'everyone' },
    });
    expect([refusedChoice.status, refusedChoice.body]).toMatchObject([
      409,
      { code: 'field_locked' },
    ]);
    const after = await dora.call('PATCH /api/v1/privacy', {
      choices: { email: null, bio: 'connections' },
    });
    const of = (name: ProfileField) => after.fields.find(({ field }) => field === name);
    expect(of('phoneHome')).toMatchObject({ isLocked: true, default: 'connections' });
    expect(of('email')).toMatchObject({ choice: null });
    expect(of('bio')).toMatchObject({ choice: 'connections' });
  });

  test('reveals no hidden year when people sort by year', async () => {
    await world.admin.call('PUT /api/v1/school/field-rules', { rules: {} });
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', {
      uid: dora.uid,
      hasHold: false,
    });
    const place = async () =>
      (
        await world.ana.call('GET /mobile_ws/v18/mobile_people', {
          order1: 'YearOfGraduationDesc',
          limit: 100,
        })
      )[0]?.people.findIndex(({ uid }) => uid === dora.uid);
    await dora.call('PATCH /api/v1/privacy', { choices: { yearOfGraduation: 'everyone' } });
    expect(await place()).toBe(0);
    await dora.call('PATCH /api/v1/privacy', { choices: { yearOfGraduation: 'me' } });
    expect(await place()).toBeGreaterThan(1);
  });

  test('disables sorting by year for viewers if the school hides the years from them', async () => {
    const [year, latest, name] = ['YearOfGraduationAsc', 'YearOfGraduationDesc', 'NameAsc'];
    const listed = async (who: Person, order1 = name, more = {}) =>
      (
        await who.call('GET /mobile_ws/v18/mobile_people', { order1, limit: 100, ...more })
      )[0]?.people.map(({ uid }) => uid);
    const offered = async (who: Person) =>
      (
        await who.call('GET /mobile_ws/v18/listing_config', { type: 'directory' })
      ).ordering.options.map(({ value }) => value);
    const everybody = [world.ana, world.ben, adviser, world.admin];
    for (const [rule, blind] of [
      [{ audience: 'everyone', isLocked: false }, []],
      [{ audience: 'connections', isLocked: false }, [world.ana, world.ben]],
      [{ audience: 'me', isLocked: true }, [world.ana, world.ben, adviser]],
    ] as const) {
      await world.admin.call('PUT /api/v1/school/field-rules', {
        rules: { yearOfGraduation: rule },
      });
      for (const who of everybody) {
        const isBlind = (blind as readonly Person[]).includes(who);
        const byName = await listed(who);
        const reported = (order: string) => [rule, who.email, order];
        // By year, ben comes before ana. Neither has hidden their year.
        for (const order of [year, latest])
          expect([
            reported(order),
            JSON.stringify(await listed(who, order)) === JSON.stringify(byName),
          ]).toEqual([reported(order), isBlind]);
        if (isBlind) expect(await listed(who, `${year},NameDesc`)).toEqual(byName?.toReversed());
        // A search in that order isn't sorted by relevance either.
        if (isBlind)
          expect(await listed(who, year, { search_word: 'a' })).toEqual(
            await listed(who, name, { search_word: 'a' }),
          );
        expect([reported('offered'), (await offered(who)).includes(year)]).toEqual([
          reported('offered'),
          !isBlind,
        ]);
      }
    }
    await world.admin.call('PUT /api/v1/school/field-rules', { rules: {} });
  });

  test('can be previewed as a stranger, a connection and an advisor', async () => {
    await dora.call('PATCH /api/v1/profile', { isListed: true });
    await dora.call('PATCH /api/v1/privacy', { choices: { bio: 'connections', email: 'me' } });
    for (const [as, viewer] of [
      ['stranger', world.ana],
      ['connection', world.ben],
      ['adviser', adviser],
    ] as const) {
      const { data: preview } = await dora.call('GET /api/v1/privacy/preview', { as });
      const { data: seen } = await viewer.call('GET /mobile_ws/v18/user_profile', {
        uid: dora.uid,
      });
      const reported = ({ bio, email, interests, city }: Record<string, unknown>) => ({
        bio,
        email,
        interests,
        city,
      });
      expect([as, reported(preview as Record<string, unknown>)]).toEqual([
        as,
        reported(seen as Record<string, unknown>),
      ]);
    }
  });

  test('is separate from rules and statuses, which only admins can change', async () => {
    for (const person of [world.ben, adviser, dora]) {
      expect((await person.try('PUT /api/v1/school/field-rules', { rules: {} })).status).toBe(403);
      expect(
        (
          await person.try('PATCH /api/v1/people/{uid}/standing', {
            uid: person.uid,
            isAdviser: true,
          })
        ).status,
      ).toBe(403);
    }
    expect(
      (
        await world.admin.try('PATCH /api/v1/people/{uid}/standing', {
          uid: world.eve.uid,
          hasHold: true,
        })
      ).status,
    ).toBe(404);
  });
});

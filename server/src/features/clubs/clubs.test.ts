import { beforeAll, describe, expect, test } from 'vitest';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

type Settings = Partial<InputOf<'POST /api/v1/clubs'>>;
const create = (name: string, more: Settings = {}) =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name,
    membership: 'open',
    ...more,
  });
const list = async (who: Person, input: Record<string, unknown> = {}) => {
  const text = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  );
  return who.call('GET /api/v1/clubs', text as InputOf<'GET /api/v1/clubs'>);
};
const names = async (who: Person, filters: Record<string, unknown> = {}, ordering?: string) =>
  (await list(who, { filters, ...(ordering && { ordering }) })).items.map(({ name }) => name);
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const join = (who: Person, id: string) => who.try('PUT /api/v1/clubs/{id}/membership', { id });
const leave = (who: Person, id: string) => who.try('DELETE /api/v1/clubs/{id}/membership', { id });
const settingsOf = (who: Person, id: string) => who.call('GET /api/v1/clubs/{id}/settings', { id });
const update = async (who: Person, id: string, change: Record<string, unknown>, version?: number) =>
  who.try('PATCH /api/v1/clubs/{id}', {
    id,
    version: version ?? (await settingsOf(world.admin, id)).version,
    ...change,
  });
const label = async (list: 'types' | 'categories' | 'tags', name: string) =>
  (
    await world.admin.call('POST /api/v1/school/club-labels', {
      clientId: newClientId(),
      list,
      name,
      kind: list === 'types' ? 'sport' : null,
    })
  ).id;
const membersOf = async (who: Person, id: string, more: Record<string, unknown> = {}) =>
  (
    (await who.try('GET /api/v1/clubs/{id}/members', { id, ...more }))
      .body as ReplyOf<'GET /api/v1/clubs/{id}/members'>
  ).items.map(({ firstName }) => firstName);

describe('[CLUB-01] the list of clubs', () => {
  const ids: Record<string, string> = {};
  let sport = '';
  let games = '';
  let music = '';
  let indoors = '';
  beforeAll(async () => {
    sport = await label('types', 'Sport club');
    games = await label('categories', 'Games');
    music = await label('categories', 'Music');
    indoors = await label('tags', 'Indoors');
    const add = async (name: string, more: Settings = {}) => {
      ids[name] = (await create(name, more)).id;
      world.clock.advance(1_000);
    };
    await add('Chess', {
      acronym: 'CHS',
      description: 'Boards and clocks',
      type: sport,
      categories: [games],
      tags: [indoors],
      president: world.ben.uid,
      address: '1 Main St',
      url: 'https://chess.example',
      isFeatured: true,
    });
    await add('Ärzte im Wald', { categories: [music, games], membership: 'request' });
    await add('Zither', { categories: [music], membership: 'closed', parent: ids['Chess'] ?? '' });
    await add('Hidden', { isHidden: true });
    await add('Draft', { isPublished: false });
    await add('Private', { membersSeenBy: 'members', president: world.cy.uid });
    await add('Old', { status: 'archived' });
    await join(world.ana, ids['Chess'] ?? '');
  });

  test('is sorted by name and has exactly the base properties and the requested ones', async () => {
    const { items, ...page } = await list(world.ana);
    expect(items.map(({ name }) => name)).toEqual(['Ärzte im Wald', 'Chess', 'Private', 'Zither']);
    expect(page).toEqual({ total: 4, perPage: 20, currentPage: 1, messages: [] });
    expect(Object.keys(items[1] ?? {})).toEqual([
      'id',
      'name',
      'acronym',
      'description',
      'url',
      'can',
    ]);
    const window = await list(world.ana, { pageOffset: 2, pageSize: 1 });
    expect([window.total, window.items.map(({ name }) => name), window.currentPage]).toEqual([
      4,
      ['Private'],
      3,
    ]);
    expect((await list(world.ana, { pageOffset: 50 })).total).toBe(4);
    expect(await names(world.eve)).toEqual([]);
  });

  test('returns every optional property and relationship under its name', async () => {
    const everything = [
      'Address',
      'CountAdminComments',
      'CountEmails',
      'CountEvents',
      'CountMembers',
      'CountOfficers',
      'CountPoints',
      'CountRSVPs',
      'CountSurveys',
      'Cover',
      'Known',
      'LastManaged',
      'Logo',
      'Membership',
      'Memberships',
      'ParentClub',
      'StatusLookup',
      'StudentMembershipActive',
      'TotalFileSize',
      'Type',
    ];
    const asked = {
      optionalProperties: everything,
      relationships: ['Categories', 'Tags'],
      filters: { Ids: [ids['Chess'], ids['Zither']] },
    };
    await world.admin.call('POST /api/v1/school/clubs/{id}/notes', {
      id: ids['Chess'] ?? '',
      clientId: newClientId(),
      text: 'Checked',
    });
    const [chess, zither] = (await list(world.ana, asked)).items;
    expect(chess).toMatchObject({
      Address: '1 Main St',
      CountEmails: 0,
      CountEvents: 0,
      CountMembers: 2,
      CountOfficers: 1,
      CountPoints: 0,
      CountRSVPs: 0,
      CountSurveys: 0,
      Cover: null,
      Known: { count: 0, people: [] },
      LastManaged: null,
      Logo: null,
      Membership: 'open',
      Memberships: [{ status: 'member', role: 'member', since: expect.stringMatching(/Z$/) }],
      ParentClub: null,
      StatusLookup: 'active',
      StudentMembershipActive: true,
      TotalFileSize: 0,
      Type: { id: sport, name: 'Sport club', kind: 'sport' },
      Categories: [{ id: games, name: 'Games' }],
      Tags: [{ id: indoors, name: 'Indoors' }],
    });
    expect(chess).not.toHaveProperty('CountAdminComments');
    expect(zither).toMatchObject({
      ParentClub: { id: ids['Chess'], name: 'Chess' },
      StudentMembershipActive: false,
      Memberships: [],
    });
    expect((await list(world.admin, asked)).items[0]).toMatchObject({ CountAdminComments: 1 });
  });

  test('accepts every filter, matches any value of a list, and rejects unknown names with the valid ones', async () => {
    const cases: [Record<string, unknown>, string[]][] = [
      [{ Id: ids['Chess'] }, ['Chess']],
      [{ Ids: [ids['Chess'], ids['Hidden']] }, ['Chess']],
      [{ School: '1' }, []],
      [{ Deleted: true }, []],
      [{ Search: 'boards che' }, ['Chess']],
      [{ Search: 'arzte' }, ['Ärzte im Wald']],
      [{ Search: 'music' }, ['Ärzte im Wald', 'Zither']],
      [{ Search: '100%' }, []],
      [{ Search: '%' }, ['Ärzte im Wald', 'Chess', 'Private', 'Zither']],
      [{ HomePage: true }, ['Chess']],
      [{ GroupTypeLookup: sport }, ['Chess']],
      [{ GroupTypeLookupType: ['sport', 'arts'] }, ['Chess']],
      [{ StatusLookup: ['active', 'frozen'] }, ['Ärzte im Wald', 'Chess', 'Private', 'Zither']],
      [{ Published: false }, []],
      [{ HideFromGroupsList: true }, []],
      [{ ClosedMembership: true }, ['Zither']],
      [{ LockedOfficers: true }, []],
      [{ Category: [games, music] }, ['Ärzte im Wald', 'Chess', 'Zither']],
      [{ Category: { tagList: [games, music], ContainsLogic: 'AND' } }, ['Ärzte im Wald']],
      [{ Category: { tagList: [music], NotContainsLogic: [games] } }, ['Zither']],
      [{ GroupTag: indoors }, ['Chess']],
      [{ StudentMembership: 'me' }, ['Chess']],
      [{ StudentMembership: world.ben.uid }, ['Chess']],
      [{ Membership: ['request'] }, ['Ärzte im Wald']],
      [{ Known: true }, []],
      [{ MembershipStatus: ['member', 'invited'] }, ['Chess']],
      [{ Category: null }, ['Ärzte im Wald', 'Chess', 'Private', 'Zither']],
    ];
    for (const [filters, found] of cases)
      expect([filters, await names(world.ana, filters)]).toEqual([filters, found]);
    expect(await names(world.ana, {}, 'CreatedOnDescNameAsc')).toEqual([
      'Private',
      'Zither',
      'Ärzte im Wald',
      'Chess',
    ]);
    for (const [input, code, known] of [
      [{ filters: '{"Color":"red"}' }, 'unknown_filter', 'StudentMembership'],
      [{ optionalProperties: '["Color"]' }, 'unknown_property', 'CountRSVPs'],
      [{ relationships: '["Color"]' }, 'unknown_property', 'Categories, Tags'],
      [{ ordering: 'ColorAsc' }, 'unknown_ordering', 'NameAsc'],
      [{ filters: '{' }, 'bad_json', ''],
      [{ filters: '{"Deleted":"perhaps"}' }, 'invalid_input', ''],
    ] as const) {
      const answer = await world.ana.try('GET /api/v1/clubs', input);
      expect(codeOf(answer)).toEqual([400, code]);
      expect(answer.text).toContain(known);
    }
  });

  test('shows unpublished, hidden, archived and deleted clubs only to staff, and others get 404 everywhere', async () => {
    const gone = (await create('Gone')).id;
    await world.admin.call('DELETE /api/v1/clubs/{id}', { id: gone });
    expect(await names(world.admin)).toEqual([
      'Ärzte im Wald',
      'Chess',
      'Draft',
      'Hidden',
      'Old',
      'Private',
      'Zither',
    ]);
    expect(await names(world.admin, { Deleted: true })).toEqual(['Gone']);
    for (const id of [ids['Hidden'], ids['Draft'], ids['Old'], gone])
      for (const who of [world.ana, world.eve])
        for (const call of [
          'GET /api/v1/clubs/{id}/layout',
          'GET /api/v1/clubs/{id}/about',
          'GET /api/v1/clubs/{id}/members',
          'GET /api/v1/clubs/{id}/settings',
          'PUT /api/v1/clubs/{id}/membership',
        ] as const)
          expect((await who.try(call, { id: id ?? '' })).status).toBe(404);
    expect(
      (await world.eve.try('GET /api/v1/clubs/{id}/layout', { id: ids['Chess'] ?? '' })).status,
    ).toBe(404);
    await world.admin.call('POST /api/v1/clubs/{id}/restore', { id: gone });
    expect(await names(world.ana, { Search: 'gone' })).toEqual(['Gone']);
    await world.admin.call('DELETE /api/v1/clubs/{id}', { id: gone });
    expect((await list(world.ana)).total).toBe(4);
  });

  test('never includes people that the viewer can’t see in counts', async () => {
    const id = ids['Private'] ?? '';
    await join(world.ana, id);
    const count = async (who: Person) =>
      (
        await list(who, {
          filters: { Id: id },
          optionalProperties: ['CountMembers', 'CountOfficers'],
        })
      ).items.map(({ CountMembers, CountOfficers }) => [CountMembers, CountOfficers])[0];
    // Ben isn't a member. He sees the officer.
    expect(await count(world.ana)).toEqual([2, 1]);
    expect(await count(world.ben)).toEqual([1, 1]);
    expect(await membersOf(world.ben, id)).toEqual(['Cy']);
    expect(await names(world.ben, { StudentMembership: world.ana.uid })).toEqual(['Chess']);
    // A person with a directory hold, and a person who has blocked the caller.
    const held = await world.join({ username: 'held', first_name: 'Held' });
    await world.sql('update users set has_hold = true where id = $1', [held.id]);
    await join(held, id);
    expect([await count(world.ana), await count(held)]).toEqual([
      [2, 1],
      [3, 1],
    ]);
    await world.cy.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
    expect([await count(world.ana), await membersOf(world.ana, id)]).toEqual([[1, 0], ['Ana']]);
    await world.cy.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
    await leave(world.ana, id);
  });

  test('[CARD-05] [DIR-06] has the same clubs in the older endpoints', async () => {
    const groups = await world.ana.call('GET /api/v1/groups', {});
    expect(groups.items[1]).toMatchObject({
      groupId: ids['Chess'],
      groupName: 'Chess',
      logoUrl: null,
    });
    expect(groups.items[1]).not.toHaveProperty('name');
    const rows = await world.ana.call('GET /mobile_ws/v17/mobile_groups_list', {
      range: '1',
      limit: '2',
    });
    expect(rows).toEqual([
      { listingSeparator: 'true', p0: 'C' },
      {
        fields: 'groupId,groupName,logoUrl,description,members,',
        p0: ids['Chess'],
        p1: 'Chess',
        p2: '',
        p3: 'Boards and clocks',
        p4: '2',
        counter: 4,
      },
    ]);
    const found = await world.ana.call('GET /mobile_ws/v17/mobile_groups_list', {
      range: '0',
      limit: '10',
      search_word: 'che',
    });
    expect(found).toEqual([rows[0], { ...rows[1], counter: 1 }]);
    expect(
      await world.ana.try('GET /mobile_ws/v17/mobile_groups_list', { color: 'red' }),
    ).toMatchObject({ status: 400, body: { error: { code: 'unknown_filter' } } });
    const own = await world.ben.raw(
      '/mobile_ws/v18/authentication?fields=groups,officer_groups&view=full',
    );
    const chess = [{ groupName: 'Chess', logoUrl: null }];
    expect(own.body).toMatchObject([{ groups: chess, officer_groups: chess }]);
    const seen = async (who: Person, of: Person) =>
      (
        (await who.call('GET /mobile_ws/v18/user_profile', { uid: of.uid })).data as {
          groups?: { groupName: string }[];
        }
      ).groups?.map(({ groupName }) => groupName);
    const listed = async (who: Person) =>
      (
        await who.call('GET /api/v1/users', {
          filters: '{"Search":"Ben"}',
          relationships: '["groups"]',
        })
      ).items[0]?.groups;
    // If the school doesn't show clubs on profiles, people see only their own.
    for (const [isOn, others] of [
      [false, []],
      [true, chess],
    ] as const) {
      await world.admin.call('PUT /api/v1/school/profiles', { profileGroups: isOn });
      expect(await seen(world.ana, world.ben)).toEqual(others.map(({ groupName }) => groupName));
      expect(await listed(world.ana)).toEqual(others);
      expect(await seen(world.ben, world.ben)).toEqual(['Chess']);
    }
    expect(await listed(world.ben)).toEqual(chess);
    const filters = await world.ana.call('GET /mobile_ws/v18/listing_filters', {
      type: 'clubs',
      category_tagList: music,
    });
    const options = (name: string) =>
      filters.find((one) => one.name === name)?.options.map((one) => [one.label, one.count]);
    expect([options('category'), options('membership')?.slice(0, 2)]).toEqual([
      [
        ['Games', 2],
        ['Music', 2],
      ],
      [
        ['Open to everyone', 0],
        ['On request', 1],
      ],
    ]);
    expect(
      await world.ana.call('GET /mobile_ws/v18/listing_config', { type: 'clubs' }),
    ).toMatchObject({ ordering: { defaultOrder: 'NameAsc' } });
    expect(
      codeOf(
        await world.ana.try('GET /mobile_ws/v18/listing_filters', { type: 'clubs', major: 'Art' }),
      )[0],
    ).toBe(400);
  });
});

describe('[CLUB-03] club settings', () => {
  test('are available to officers and staff, each with their own fields, and a repeated creation creates one club', async () => {
    const clientId = newClientId();
    const club = await create('Robots', { clientId, president: world.ben.uid });
    expect((await create('Robots again', { clientId })).id).toBe(club.id);
    expect(
      codeOf(
        await world.ana.try('POST /api/v1/clubs', { clientId, name: 'X', membership: 'open' }),
      ),
    ).toEqual([403, 'forbidden']);
    expect(codeOf(await update(world.ana, club.id, { acronym: 'R' }))).toEqual([403, 'forbidden']);
    expect(codeOf(await update(world.ben, club.id, { isFeatured: true }))).toEqual([
      403,
      'forbidden',
    ]);
    const about = '<p>We build.</p><script>alert(1)</script>';
    expect((await update(world.ben, club.id, { about, membership: 'request' })).status).toBe(200);
    const after = await settingsOf(world.ben, club.id);
    expect([after.about, after.membership, after.can.administer]).toEqual([
      '<p>We build.</p>',
      'request',
      false,
    ]);
    const [listed] = (
      await list(world.ana, { filters: { Id: club.id }, optionalProperties: ['LastManaged'] })
    ).items;
    expect(listed?.LastManaged).toMatch(/Z$/);
    expect(codeOf(await update(world.ben, club.id, { acronym: 'R' }, 1))).toEqual([
      409,
      'club_changed',
    ]);
    expect(codeOf(await update(world.ben, club.id, { tags: ['999'] }))).toEqual([
      422,
      'club_label_unknown',
    ]);
    expect(codeOf(await update(world.eve, club.id, { acronym: 'R' }))).toEqual([404, 'not_found']);
    await update(world.admin, club.id, { status: 'frozen' });
    expect(codeOf(await update(world.ben, club.id, { acronym: 'R' }))).toEqual([
      409,
      'club_inactive',
    ]);
    expect(codeOf(await join(world.ana, club.id))).toEqual([409, 'club_inactive']);
    const log = await world.admin.call('GET /api/v1/audit', { size: 3 });
    expect(log.entries.map(({ kind }) => kind)).toEqual(Array(3).fill('club_changed'));
  });

  test('never allow a club below itself, even with two simultaneous changes', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const answers = await Promise.all([
      update(world.admin, one.id, { parent: two.id }),
      update(world.admin, two.id, { parent: one.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await update(world.admin, one.id, { parent: one.id }))).toEqual([
      409,
      'club_ring',
    ]);
  });

  test('let only staff change types, categories and tags, and members can report a club', async () => {
    const tag = await label('tags', 'Outdoors');
    const club = await create('Hikers', { tags: [tag], president: world.ben.uid });
    const again = { clientId: newClientId(), list: 'tags', name: 'OUTDOORS', kind: null } as const;
    expect(codeOf(await world.admin.try('POST /api/v1/school/club-labels', again))).toEqual([
      409,
      'club_label_taken',
    ]);
    expect(codeOf(await world.ana.try('POST /api/v1/school/club-labels', again))).toEqual([
      403,
      'forbidden',
    ]);
    const labels = async () => (await world.ana.call('GET /api/v1/club-labels', {})).items;
    expect((await labels()).find(({ id }) => id === tag)).toMatchObject({
      name: 'Outdoors',
      clubs: 1,
    });
    await world.admin.call('DELETE /api/v1/school/club-labels/{id}', { id: tag });
    expect((await world.ana.call('GET /api/v1/clubs/{id}/about', { id: club.id })).tags).toEqual(
      [],
    );
    const report = {
      target: { kind: 'club' as const, id: club.id },
      reason: 'spam' as const,
      note: '',
    };
    expect((await world.ana.try('POST /api/v1/reports', report)).status).toBe(200);
    expect((await world.eve.try('POST /api/v1/reports', report)).status).toBe(404);
    const reported = async () =>
      (await world.admin.call('GET /api/v1/reports', { state: 'open' })).items.find(
        ({ target }) => target.id === club.id,
      )?.subject;
    const can = { hide: true, close: true };
    expect(await reported()).toMatchObject({ isHidden: false, isClosed: false, can });
    const switched = [
      ['PUT /api/v1/clubs/{id}/frozen', { isClosed: true }],
      ['PUT /api/v1/clubs/{id}/hidden', { isClosed: true, isHidden: true }],
      ['DELETE /api/v1/clubs/{id}/frozen', { isClosed: false, isHidden: true }],
      ['DELETE /api/v1/clubs/{id}/hidden', { isClosed: false, isHidden: false }],
    ] as const;
    for (const [key, after] of switched) {
      expect((await world.ana.try(key, { id: club.id })).status).toBe(403);
      await world.admin.call(key, { id: club.id });
      expect(await reported()).toMatchObject(after);
    }
    await world.app.jobs.settle();
    const notices = (await world.ben.call('GET /api/v1/notifications', {})).items;
    expect(notices.filter(({ about }) => about?.title === 'Hikers')).toMatchObject([
      { kind: 'club_frozen_by_staff', about: { path: `/clubs/${club.id}` } },
    ]);
    const log = (await world.admin.call('GET /api/v1/audit', { size: 4 })).entries;
    expect(log.map(({ detail }) => detail['act'])).toEqual([
      'changed',
      'unfrozen',
      'changed',
      'frozen',
    ]);
  });

  test('[CLUB-02] choose the tabs and their order, and tabs without content aren’t shown', async () => {
    const { id } = await create('Widgets', { president: world.ben.uid });
    const layout = async () =>
      (await world.ana.call('GET /api/v1/clubs/{id}/layout', { id })).widgets;
    expect(await layout()).toEqual(['officers', 'good_to_know']);
    const { version, widgets } = await world.ben.call('GET /api/v1/clubs/{id}/settings', { id });
    expect(widgets).toEqual(['next_event', 'officers', 'good_to_know', 'surveys', 'files']);
    const change = { id, version, widgets: ['files', 'good_to_know', 'officers', 'files'] };
    expect((await world.ana.try('PATCH /api/v1/clubs/{id}', change)).status).toBe(403);
    expect((await world.ben.try('PATCH /api/v1/clubs/{id}', change)).body).toMatchObject({
      widgets: ['files', 'good_to_know', 'officers'],
    });
    expect(await layout()).toEqual(['good_to_know', 'officers']);
    const none = await world.ben.try('PATCH /api/v1/clubs/{id}', {
      id,
      version: version + 1,
      widgets: [],
    });
    expect([none.status, await layout()]).toEqual([200, []]);
    // Members are counted even if the club has no tab for them.
    await world.ben.call('PATCH /api/v1/clubs/{id}', { id, version: version + 2, tabs: ['about'] });
    expect(await world.ana.call('GET /api/v1/clubs/{id}/layout', { id })).toMatchObject({
      tabs: [{ name: 'about' }],
      members: 1,
    });
    const wrong = { id, version: version + 3, widgets: ['clock'] };
    expect((await world.ben.try('PATCH /api/v1/clubs/{id}', wrong)).status).toBe(400);
  });

  test('are deleted with positions 30 days after the club is deleted', async () => {
    const club = await create('Short', { president: world.ben.uid });
    await world.admin.call('DELETE /api/v1/clubs/{id}', { id: club.id });
    const { maintenance } = await import('#server/app.ts');
    const { inTransaction } = await import('#server/kernel/database/database.ts');
    const sweep = async () => {
      for (const task of maintenance)
        await inTransaction(world.pool, { school: world.school }, (db) =>
          task(db, world.clock.now(), world.school),
        );
      return world.sql(
        'select (select count(*)::int from clubs where id = $1) as clubs, (select count(*)::int from role_grants where scope_id = $1) as grants',
        [club.id],
      );
    };
    world.clock.advance(29 * 86_400_000);
    expect(await sweep()).toEqual([{ clubs: 1, grants: 1 }]);
    world.clock.advance(2 * 86_400_000);
    expect(await sweep()).toEqual([{ clubs: 0, grants: 0 }]);
    world.clock.advance(-31 * 86_400_000);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { listedMenu, menuLimits, type MenuDocument } from '#contract/menus/items.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const menu = (who: Person) => who.call('GET /api/v1/menu');
const mainOf = async (who: Person) =>
  (await menu(who)).sections.map(({ id, items }) => [
    id,
    items.map((item) =>
      item.type === 'menu_group' ? [item.id, item.items.map((one) => one.id)] : item.id,
    ),
  ]);
const read = (hub = '_') => world.admin.call('GET /api/v1/menus/{hub}', { hub });
const save = (document: MenuDocument | null, version: number, hub = '_') =>
  // The request is JSON. The cast only removes readonly.
  world.admin.try('PUT /api/v1/menus/{hub}', { hub, version, document });
const failureOf = async (answer: ReturnType<typeof save>) => {
  const { status, body } = await answer;
  return [status, (body as { code?: string }).code];
};
const link = (id: string, more: object = {}) => ({
  id,
  type: 'web' as const,
  name: id,
  url: `https://${id}.example/`,
  ...more,
});
const document = (...items: MenuDocument['sections'][number]['items']): MenuDocument => ({
  bar: [{ id: 'home', type: 'home' }],
  sections: [{ id: 's', type: 'menu_section', items }],
});
const createHub = (name: string, isForEveryone = true) =>
  world.admin.call('POST /api/v1/school/hubs', {
    name,
    description: '',
    icon: null,
    isForEveryone,
    accountTypes: [],
    majors: [],
  });

beforeEach(async () => {
  await world.sql('delete from menus where school_id = $1', [world.school]);
  await world.sql('delete from hubs where school_id = $1', [world.school]);
});

describe('[SHELL-04] a person’s menu', () => {
  test('has the default bar and sections, without links and features that have nothing to show', async () => {
    const { hub, bar } = await menu(world.ana);
    expect(hub).toBeNull();
    expect(bar).toEqual(listedMenu.bar.filter(({ type }) => type !== 'courses'));
    expect(await mainOf(world.ana)).toEqual([
      ['my-app', ['feed', 'all-people']],
      ['studies', ['record', 'booking']],
      ['latest', ['newsletters', 'webinars']],
      ['more-resources', ['logout']],
    ]);
    await createHub('Campus');
    expect((await mainOf(world.ana)).at(-1)).toEqual(['more-resources', ['switch', 'logout']]);
    expect((await mainOf(world.eve)).at(-1)).toEqual(['more-resources', ['logout']]);
  });

  test('[EDU-01] [FIN-01] shows courses and finances once the school has any', async () => {
    const studies = async (who: Person) =>
      (await mainOf(who)).find(([id]) => id === 'studies')?.[1];
    const inBar = async (who: Person) =>
      (await menu(who)).bar.some(({ type }) => type === 'courses');
    await world.sql(
      `insert into lms_systems (school_id, name, base_url, client_id, client_secret, is_on) values ($1, 'Canvas', 'https://canvas.example', 'c', 's', true)`,
      [world.school],
    );
    await world.sql(
      `insert into finance_accounts (school_id, user_id, currency) values ($1, $2, 'USD')`,
      [world.school, world.ben.id],
    );
    expect(await studies(world.ana)).toEqual(['my-courses', 'finances', 'record', 'booking']);
    expect(await inBar(world.ana)).toBe(true);
    expect(await studies(world.eve)).toEqual(['record', 'booking']);
    await world.sql('update lms_systems set is_on = false where school_id = $1', [world.school]);
    expect(await studies(world.ana)).toEqual(['finances', 'record', 'booking']);
    await world.sql('delete from lms_systems where school_id = $1', [world.school]);
    await world.sql('delete from finance_accounts where school_id = $1', [world.school]);
  });

  test('contains the items of the product text in order by default, and links to clubs, events and studies', () => {
    expect(listedMenu.bar.map(({ type }) => type)).toEqual([
      'home',
      'directory',
      'chat',
      'development',
      'clubs',
      'events',
      'calendar',
      'courses',
      'people',
      'more',
    ]);
    expect(listedMenu.sections.map(({ items }) => items.map(({ id }) => id))).toEqual([
      ['feed', 'all-people', 'virtual-space'],
      ['my-courses', 'finances', 'record', 'booking'],
      ['product-news', 'newsletters', 'webinars', 'training-videos', 'jobs'],
      ['social-media', 'features-list', 'campus-admin', 'switch', 'logout'],
    ]);
  });

  test('contains each part only for its audience: everyone, account types or admins', async () => {
    await save(
      {
        bar: [
          { id: 'home', type: 'home' },
          {
            id: 'desk',
            type: 'web',
            name: 'Desk',
            url: 'https://desk.example/',
            audience: 'admins',
          },
        ],
        sections: [
          {
            id: 's',
            type: 'menu_section',
            name: 'Links',
            items: [
              link('all'),
              link('staffroom', { audience: { accountTypes: ['Faculty', 'Staff'] } }),
              link('hidden', { isHidden: true }),
              {
                id: 'g',
                type: 'menu_group',
                name: 'Group',
                audience: { accountTypes: ['Student'] },
                items: [link('inside'), link('deep', { audience: 'admins' })],
              },
              {
                id: 'empty',
                type: 'menu_group',
                name: 'Nothing left',
                items: [link('none', { url: undefined })],
              },
            ],
          },
          {
            id: 'office',
            type: 'menu_section',
            name: 'Office',
            audience: 'admins',
            items: [link('ledger')],
          },
          {
            id: 'gone',
            type: 'menu_section',
            name: 'Gone',
            items: [link('gone-too', { isHidden: true })],
          },
        ],
      },
      0,
    );
    expect(await mainOf(world.ana)).toEqual([['s', ['all', ['g', ['inside']]]]]);
    expect(await mainOf(world.cy)).toEqual([['s', ['all', 'staffroom']]]);
    expect(await mainOf(world.admin)).toEqual([
      ['s', ['all', 'staffroom']],
      ['office', ['ledger']],
    ]);
    expect((await menu(world.ana)).bar.map(({ id }) => id)).toEqual(['home']);
    expect((await menu(world.admin)).bar.map(({ id }) => id)).toEqual(['home', 'desk']);
    // Only the editor shows the other audiences of a part.
    expect(JSON.stringify(await menu(world.cy))).not.toMatch(/audience|accountTypes|isHidden/);
    // The other school has its own menu.
    expect((await menu(world.eve)).bar).toEqual(
      listedMenu.bar.filter(({ type }) => type !== 'courses'),
    );
  });

  test('[SCH-05] hides connections if the school has turned them off', async () => {
    await world.sql('update schools set connect = false where school_id = $1', [world.school]);
    expect((await menu(world.ana)).bar.map(({ id }) => id)).not.toContain('people');
    await world.sql('update schools set connect = true where school_id = $1', [world.school]);
    expect((await menu(world.ana)).bar.map(({ id }) => id)).toContain('people');
  });

  test('[HUB-01] is that of the person’s hub, or the school’s if the hub has none or the person leaves it', async () => {
    const [arts, labs] = [await createHub('Arts'), await createHub('Labs')];
    await save(document(link('school-page')), 0);
    expect((await save(document(link('studio')), 0, arts.id)).body).toMatchObject({
      isOwn: true,
      version: 1,
    });
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: arts.id });
    expect([(await menu(world.ana)).hub, await mainOf(world.ana)]).toEqual([
      { id: arts.id, name: 'Arts' },
      [['s', ['studio']]],
    ]);
    expect(await mainOf(world.ben)).toEqual([['s', ['school-page']]]);
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: labs.id });
    expect([(await menu(world.ana)).hub?.name, await mainOf(world.ana)]).toEqual([
      'Labs',
      [['s', ['school-page']]],
    ]);
    expect(await read(labs.id)).toMatchObject({
      isOwn: false,
      version: 0,
      document: { sections: [{ items: [{ id: 'school-page' }] }] },
    });
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: null });
    expect([(await menu(world.ana)).hub, await mainOf(world.ana)]).toEqual([
      null,
      [['s', ['school-page']]],
    ]);
    // People can always read the menus of all their hubs and the school's, but not of other hubs.
    const at = async (who: typeof world.ana, hub: string) =>
      (await who.call('GET /api/v1/menu', { hub })).sections.map(({ items }) =>
        items.map((item) => item.id),
      );
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: labs.id });
    expect([
      await at(world.ana, arts.id),
      await at(world.ana, labs.id),
      await at(world.ana, '_'),
    ]).toEqual([[['studio']], [['school-page']], [['school-page']]]);
    for (const hub of [arts.id, '999'])
      expect((await world.eve.try('GET /api/v1/menu', { hub })).status).toBe(404);
    await world.ana.call('PUT /api/v1/hubs/chosen', { hub: null });
    expect(await failureOf(save(document(), 0, '999'))).toEqual([404, 'not_found']);
    expect((await world.eve.try('GET /api/v1/menus/{hub}', { hub: arts.id })).status).toBe(403);
  });
});

describe('[SHELL-04] the menu editor', () => {
  test('rejects a menu that someone else has saved or reset since', async () => {
    expect(await read()).toEqual({ document: listedMenu, isOwn: false, version: 0 });
    expect((await save(document(link('first')), 0)).body).toMatchObject({
      isOwn: true,
      version: 1,
    });
    expect(await failureOf(save(document(link('second')), 0))).toEqual([409, 'menu_changed']);
    expect(await mainOf(world.ana)).toEqual([['s', ['first']]]);
    expect((await save(null, 1)).body).toEqual({ document: listedMenu, isOwn: false, version: 2 });
    await save(document(link('third')), 2);
    expect(await failureOf(save(document(link('fourth')), 1))).toEqual([409, 'menu_changed']);
    expect(await mainOf(world.ana)).toEqual([['s', ['third']]]);
    const { entries } = await world.admin.call('GET /api/v1/audit', { size: 2 });
    expect(entries.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['menu_changed', { version: 3, isOwn: true }],
      ['menu_changed', { version: 2, isOwn: false }],
    ]);
  });

  test('keeps one of two simultaneous saves and rejects the other', async () => {
    const answers = await Promise.all([save(document(link('a')), 0), save(document(link('b')), 0)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read()).version).toBe(1);
  });

  test.each([
    ['an address that is not https', document(link('a', { url: 'http://a.example/' }))],
    ['a script for an address', document(link('a', { url: 'javascript:alert(1)' }))],
    [
      'an address with a name before the host',
      document(link('a', { url: 'https://school.edu@evil.example/' })),
    ],
    [
      'an address on a built-in item',
      document({ id: 'a', type: 'home', url: 'https://a.example/' }),
    ],
    ['two items with one id', document(link('a'), link('a'))],
    ['an id used in the bar too', document(link('home'))],
    [
      'a group in a group',
      document({
        id: 'g',
        type: 'menu_group',
        items: [{ id: 'h', type: 'menu_group', items: [] } as never],
      }),
    ],
    ['an unknown type', document({ id: 'a', type: 'clock' as never })],
    ['an unknown icon', document(link('a', { icon: 'skull' }))],
    ['an empty audience', document(link('a', { audience: { accountTypes: [] } }))],
    ['a blank name', document(link('a', { name: '  ' }))],
    [
      'too many items',
      document(...Array.from({ length: menuLimits.items + 1 }, (_, n) => link(`a${n}`))),
    ],
  ])('rejects %s and stores nothing', async (_, wrong) => {
    expect(await failureOf(save(wrong, 0))).toEqual([400, 'invalid_input']);
    expect((await read()).isOwn).toBe(false);
  });
});

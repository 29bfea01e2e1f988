import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, first_name, last_name, account_type, major)
    select $1, 'c' || n, case n % 4 when 0 then 'Ágnes' when 1 then '王' else 'Bo' end, case n % 5 when 0 then '' else 'Name ' || n % 6 end,
      case n % 3 when 0 then 'Staff' else 'Student' end, 'Cursing' from generate_series(1, 60) as n`,
    [world.school],
  );
});

type Asked = { ordering?: string; filters?: string; pageSize?: string };

/** Reads every page. `between` runs after the first one. */
const readAll = async (
  who: Person,
  asked: Asked,
  between?: () => Promise<unknown>,
): Promise<string[][]> => {
  const pages: string[][] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await who.call('GET /api/v1/users', { ...asked, ...(cursor && { cursor }) });
    pages.push(answer.items.map(({ uid }) => uid));
    if (cursor === undefined) await between?.();
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return pages;
};

describe('[DIR-03] cursor pagination', () => {
  test.each<Asked>([
    {},
    { ordering: 'NameAsc', pageSize: '7' },
    { ordering: 'NameDesc', pageSize: '7' },
    { filters: '{"Major":["Cursing"]}', pageSize: '9' },
    { filters: '{"AccountType":"Staff","Major":["Cursing"]}', ordering: 'NameDesc', pageSize: '5' },
    { filters: '{"Search":"bo"}', ordering: 'NameAsc', pageSize: '4' },
    { filters: '{"Connection":"none"}', ordering: 'NameAsc', pageSize: '11' },
  ])(
    'returns for %j the same people in the same order page by page as all together, 20 per page',
    async (asked) => {
      const { items } = await world.ana.call('GET /api/v1/users', { ...asked, pageSize: '100' });
      const pages = await readAll(world.ana, asked);
      expect(pages.flat()).toEqual(items.map(({ uid }) => uid));
      expect(pages.length).toBeGreaterThan(2);
      expect(pages[0]).toHaveLength(Number(asked.pageSize ?? 20));
    },
  );

  test('lists no one twice and skips no one when people are added or deleted in between', async () => {
    const asked = { filters: '{"Major":["Cursing"]}', ordering: 'NameAsc', pageSize: '10' };
    const all = (await readAll(world.ana, { ...asked, pageSize: '100' })).flat();
    const gone = all[3] ?? '';
    const pages = await readAll(world.ana, asked, async () => {
      await world.sql(
        `insert into users (school_id, username, first_name, last_name, major) values ($1, 'early', 'A', 'A', 'Cursing')`,
        [world.school],
      );
      await world.sql('update users set is_disabled = true where id = $1', [gone]);
    });
    expect(pages.flat()).toEqual(all);
  });

  test('returns no cursor for other orders, and rejects unknown cursors', async () => {
    expect(
      (await world.ana.call('GET /api/v1/users', { ordering: 'CreatedOnDesc' })).nextCursor,
    ).toBeNull();
    expect(
      (await world.ana.call('GET /api/v1/users', { filters: '{"Search":"bo"}' })).nextCursor,
    ).toBeNull();
    const { nextCursor } = await world.ana.call('GET /api/v1/users', {});
    const cursor = nextCursor ?? '';
    const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const input of [
      { cursor: 'x' },
      { cursor: '' },
      { cursor: coded(null) },
      { cursor: coded(['a']) },
      { cursor: coded(['a', '1']) },
      { cursor: coded(['a', 1.5]) },
      { cursor: coded(['a\u0000', 1]) },
      { cursor: coded(['\ud800', 1]) },
      { cursor, ordering: 'CreatedOnDesc' },
      { cursor, filters: '{"Search":"bo"}' },
      { cursor, pageOffset: '20' },
    ]) {
      const answer = await world.ana.try('GET /api/v1/users', input);
      expect([input, answer.status, answer.body]).toMatchObject([
        input,
        400,
        { code: 'bad_cursor' },
      ]);
    }
    expect(
      (await world.eve.call('GET /api/v1/users', { cursor })).items.every(
        ({ firstName }) => firstName !== 'Bo',
      ),
    ).toBe(true);
  });
});

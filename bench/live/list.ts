import { createRandomSource } from '#demo/random-source.ts';
import { askOnce, load, type Ask } from '../people/load.ts';
import type { Server } from '../people/servers.ts';
import { count, ms, ratio } from './cells.ts';
import type { Chatter } from './campus.ts';
import { at } from './posting.ts';
import type { Beside } from './stage.ts';

/** People with notifications, and the number of notifications of each. */
const peopleMost = 500;
const each = 200;
/** Minimum ratio to the baseline's requests per second. */
const target = 0.45;

/**
 * The notifications of a term (maintenance deletes them after 90 days): mostly messages, one item per conversation with its authors, then
 * connection requests and acceptances, one to nine of them collapsed into an item. One in eight is unread. Includes their sources, which
 * the list doesn't read, but maintenance does.
 */
const seed = `
  with who as (select u, place from unnest($2::bigint[]) with ordinality as t (u, place)),
  made as (
    insert into notifications (school_id, user_id, key, kind, collapse_key, is_open, closed_at, actors, conversation_id, is_listed, created_at, changed_at, read_at, change)
    select $1, u, case when k.kind = 'message_written' then 'general.chat' else 'general.connectionRequests' end, k.kind, k.kind || ':' || n,
      n % 8 = 0, case when n % 8 = 0 then null else now() end,
      array(select ($2::bigint[])[1 + (place + n * 7 + x * 13)::int % cardinality($2::bigint[])] from generate_series(1, 1 + case when n % 3 = 0 then n % 9 else 0 end) as x),
      case when k.kind = 'message_written' then (
        select p.conversation_id from participants p where p.school_id = $1 and p.user_id = u order by p.conversation_id limit 1) end,
      true, now() - n * interval '9 hours', now() - n * interval '8 hours', case when n % 8 = 0 then null else now() end, n
    from who cross join generate_series(1, $3::int) as n
    cross join lateral (select case when n % 5 < 3 then 'message_written' when n % 5 = 3 then 'connection_requested' else 'connection_accepted' end) as k (kind)
    returning id, user_id, changed_at
  ), told as (
    insert into notification_deliveries (school_id, notification_id, platform, user_id, rule, state, reason, at)
    select $1, id, p.platform, user_id, 'default', p.state, p.reason, changed_at
    from made cross join (values ('in_app', 'sent', null), ('mobile', 'skipped', 'no_device'), ('email', 'skipped', 'off')) as p (platform, state, reason)
  )
  insert into notification_counters (school_id, user_id, change, total, unread) select $1, u, $3::int, $3::int, $3::int / 8 from who`;

/** The checked part of a reply. */
interface Listed {
  readonly items: readonly unknown[];
  readonly total: number;
}

interface Turned {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** The list as the app requests it: pages of twenty, the first page or one of the next. */
const pages = [
  { name: 'first page', offsets: [0] },
  {
    name: 'a later page',
    offsets: Array.from({ length: each / 20 - 1 }, (_, page) => (page + 1) * 20),
  },
];

/** Compares the notification list with its baseline. */
export const listTable = async ({ stage, ours }: Beside, seconds: number): Promise<string[]> => {
  const { pool, live, start, url } = stage;
  // The last people, because other parts have sent messages to the first ones, about which they got notifications.
  const people = live.chatters.slice(-peopleMost);
  const client = await pool.raw.connect();
  try {
    await client.query(`set commons.school_id = '${live.school}'`);
    for (const table of ['notifications', 'notification_counters'])
      await client.query(
        `delete from ${table} where school_id = $1 and user_id = any($2::bigint[])`,
        [live.school, people.map(({ id }) => id)],
      );
    await client.query(seed, [live.school, people.map(({ id }) => id), each]);
    await client.query(
      'vacuum analyze notifications, notification_counters, notification_deliveries',
    );
  } finally {
    client.release(true);
  }
  const baseline = await start('baseline-server.ts', [url, String(live.school)]);
  const tokens = await stage.tokens(people);
  const asks =
    (
      offsets: readonly number[],
      write: (who: { one: Chatter; token: string; offset: number }) => Ask,
    ) =>
    (slot: number) => {
      const chance = createRandomSource(1_000 + slot);
      return {
        isWhole: () => true,
        next: () => {
          const place = chance.below(people.length);
          return write({
            one: people[place] as Chatter,
            token: tokens[place] ?? '',
            offset: chance.pick(offsets),
          });
        },
      };
    };
  const rows: string[] = [];
  for (const { name, offsets } of pages)
    for (const baselinePath of ['/list', '/list-prepared'])
      for (const connections of [1, 16]) {
        const both = [
          {
            server: ours,
            open: asks(offsets, ({ token, offset }) => ({
              path: `/api/v1/notifications?count=20&offset=${offset}`,
              headers: `authorization: Bearer ${token}\r\n`,
            })),
          },
          {
            server: baseline,
            open: asks(offsets, ({ one, offset }) => ({
              path: `${baselinePath}?me=${one.id}&offset=${offset}`,
              headers: '',
            })),
          },
        ];
        for (const { server, open } of both) {
          const answered = JSON.parse(await askOnce(server.port, open(0).next())) as
            | Listed
            | [Listed];
          // The baseline returns its rows.
          const said = Array.isArray(answered) ? answered[0] : answered;
          if (said.items.length !== 20 || said.total !== each)
            throw new Error(`${name} answers ${said.items.length} of ${said.total}`);
        }
        const [mine = none, theirs = none] = await byTurns(both, connections, seconds);
        const isReported = baselinePath === '/list-prepared';
        const share = isReported
          ? (mine.rate / theirs.rate).toFixed(2)
          : ratio(mine.rate, theirs.rate, target, false);
        rows.push(
          `| ${name}${isReported ? ', baseline prepared' : ''} | ${connections} | ${count(mine.rate)} | ${count(theirs.rate)} | ${share} | ${ms(mine.p50)} / ${ms(mine.p99)} | ${ms(theirs.p50)} / ${ms(theirs.p99)} |`,
        );
      }
  return [
    `Notifications list, ${each} items for each of ${people.length} people, 20 per page. The baseline is node:http and one query that returns the same data, without sessions, checks or schemas. Except in rows marked \`prepared\`, it sends the query text with each call, and the limit applies to these rows.`,
    '',
    '| list | at once | ours, requests/s | baseline | share (limit) | ours p50 / p99 | baseline p50 / p99 |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
};

const none: Turned = { rate: 0, p50: Number.NaN, p99: Number.NaN };

/** Loads servers in turn, twice, after a warm-up, so that other load on the machine affects all of them. */
const byTurns = async (
  sides: readonly {
    server: Server;
    open: (slot: number) => { next: () => Ask; isWhole: () => boolean };
  }[],
  connections: number,
  seconds: number,
): Promise<Turned[]> => {
  const stored = sides.map(() => ({ times: [] as number[], seconds: 0 }));
  for (const { server, open } of sides)
    await load(server.port, { connections, seconds: seconds / 8, open });
  for (let turn = 0; turn < 2; turn += 1)
    for (const [index, { server, open }] of sides.entries()) {
      const run = await load(server.port, {
        connections,
        seconds: seconds / 2,
        open: (slot) => open(turn * 100 + slot),
      });
      const side = stored[index];
      if (side === undefined) continue;
      side.seconds += run.seconds;
      for (const time of run.times) side.times.push(time);
    }
  return stored.map(({ times, seconds: spent }) => ({
    rate: times.length / spent,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
  }));
};

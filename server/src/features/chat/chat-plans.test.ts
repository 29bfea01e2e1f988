import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Db } from '../../kernel/database/database.ts';
import { inWorld } from '../../../test/world.ts';
import {
  selectListed,
  selectListedIds,
  selectMembership,
  selectRoomsOf,
  selectSelves,
  selectUnread,
} from './chat.queries.ts';
import { selectOtherViewers } from './messages/changes.queries.ts';
import {
  changedMessages,
  messagesBeside,
  sharedMessages,
  selectMessagesAt,
  selectMessagesSent,
  selectSent,
  seqAt,
} from './messages/messages.queries.ts';
import { selectFound } from './search/search.queries.ts';

const world = inWorld({ ownDatabase: true });
const conversations = 400;
const each = 40;
const long = 8_000;
let longId = 0;

beforeAll(async () => {
  // Conversations of Ana with many people, and a long one in a group of 300.
  await world.sql(
    `insert into users (school_id, username, first_name, last_name) select $1, 'p' || n, 'First ' || n, 'Last' from generate_series(1, ${conversations}) as n`,
    [world.school],
  );
  await world.sql(
    `with others as (select id, substr(username, 2)::int as n from users where username ~ '^p[0-9]+$'),
    made as (insert into conversations (school_id, kind, pair_low, pair_high, created_by, is_open, last_seq, change, participant_count, last_at, created_at)
      select $1, 'direct', least(id, $2::bigint), greatest(id, $2::bigint), $2, true, ${each}, ${each}, 2, now() - n * interval '1 minute', now() from others
      returning id, pair_low, pair_high),
    grouped as (insert into conversations (school_id, kind, name, created_by, is_open, last_seq, change, participant_count, last_at, created_at)
      values ($1, 'group', 'Long', $2, true, ${long}, ${long}, 300, now(), now()) returning id),
    people as (insert into participants (school_id, conversation_id, user_id, role, change, is_shown, read_seq, joined_at)
      select $1, made.id, who, 'member', 1, true, ${each - 2}, now() from made, unnest(array[pair_low, pair_high]) as who
      union all select $1, grouped.id, others.id, 'member', 1, true, 0, now() from grouped, others where others.n < 300
      union all select $1, grouped.id, $2, 'owner', 1, true, ${long - 50}, now() from grouped)
    insert into messages (school_id, conversation_id, seq, change, author_id, client_id, text, sent_at)
    select $1, made.id, n, n, case n % 2 when 0 then pair_low else pair_high end, gen_random_uuid(), 'word' || n % 50 || ' other', now() - (${each} - n) * interval '1 hour'
      from made, generate_series(1, ${each}) as n
    union all select $1, grouped.id, n, n, $2, gen_random_uuid(), 'word' || n % 50, now() - (${long} - n) * interval '1 minute' from grouped, generate_series(1, ${long}) as n`,
    [world.school, world.ana.id],
  );
  await world.sql(
    `with blocks as (insert into word_blocks (school_id, conversation_id, first_seq, last_seq, words)
      select c.school_id, c.id, n * 32 + 1, n * 32 + 32, words_between(c.id, n * 32 + 1, n * 32 + 32)
      from conversations c cross join lateral generate_series(0, c.last_seq / 32 - 1) as n)
    update conversations set indexed_seq = last_seq / 32 * 32`,
  );
  await world.sql(
    `with made as (insert into conversations (school_id, kind, name, created_by, is_open, last_seq, change, participant_count, last_at, created_at)
      select $1, 'group', 'Other ' || n, $2, true, 1, 1, 1, now(), now() from generate_series(1, 2500) as n returning id)
    insert into participants (school_id, conversation_id, user_id, role, change, is_shown, joined_at) select $1, id, $2, 'owner', 1, true, now() from made`,
    [world.school, world.ben.id],
  );
  await world.sql('analyze conversations, participants, messages, word_blocks, users');
  listen();
  longId =
    (await world.sql<{ id: number }>(`select id from conversations where name = 'Long'`))[0]?.id ??
    0;
}, 180_000);

const inSchool = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, { school: world.school, readOnly: true }, work);

/** Returns the plan of a statement that runs as the application role, with row-level security. */
const planOf = (statement: RawBuilder<unknown>): Promise<string> =>
  inSchool(async (db) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${statement}`.execute(
      db,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

/** Statements that the pool of the calls has sent since recording started. */
const sent: { text: string; values: readonly unknown[] }[] = [];
const listen = () => {
  const connect = world.pool.calls.connect.bind(world.pool.calls);
  const received = new WeakSet();
  Object.assign(world.pool.calls, {
    connect: async () => {
      const client = await connect();
      if (received.has(client)) return client;
      received.add(client);
      const query = client.query.bind(client) as (asked: unknown) => unknown;
      return Object.assign(client, {
        query: (asked: string | { text: string; values: unknown[] }) => {
          sent.push(typeof asked === 'string' ? { text: asked, values: [] } : asked);
          return query(asked);
        },
      });
    },
  });
};

/** Returns the plans of all statements that some work sends. */
const plansOf = async (work: (db: Db) => Promise<unknown>): Promise<string> => {
  sent.length = 0;
  await inSchool(work);
  const asked = sent.filter(({ text }) => /^\s*(?:select|with)/.test(text));
  expect(asked.length).toBeGreaterThan(0);
  return inSchool(async (db) => {
    const plans: string[] = [];
    for (const { text, values } of asked) {
      const { rows } = await db
        .getExecutor()
        .executeQuery<{ 'QUERY PLAN': string }>(
          CompiledQuery.raw(`explain (costs off) ${text}`, [...values]),
        );
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    }
    return plans.join('\n');
  });
};

/** A person with two conversations among thousands. */
const idOf = async (username: string): Promise<number> =>
  (await world.sql<{ id: number }>('select id from users where username = $1', [username]))[0]
    ?.id ?? 0;

const large =
  /Seq Scan on (?:messages|word_blocks|participants|reactions|message_files|uploads|conversations|users|message_versions)\b/;

describe('[CHAT-03] chat with many messages stored', () => {
  const range = () => ({ conversation: longId, first: 1, last: long });

  test('reads windows, changes and dates from an index in its order', async () => {
    for (const [statement, index] of [
      [messagesBeside(range(), 'before', 4_000, 51), 'messages_pkey'],
      [messagesBeside(range(), 'after', 4_000, 51), 'messages_pkey'],
      [changedMessages(range(), long - 20, 201), 'messages_change'],
      [seqAt(range(), new Date()), 'messages_pkey'],
    ] as const) {
      const plan = await planOf(statement);
      expect(plan).toMatch(new RegExp(`Index.* Scan.* using ${index} on messages m`));
      expect(plan).not.toMatch(large);
    }
    for (const [kind, index] of [
      ['links', 'messages_links'],
      ['pictures', 'message_files_pictures'],
      ['files', 'message_files_others'],
    ] as const) {
      const plan = await planOf(
        sharedMessages(range(), { kind, before: long + 1, hidden: [] }, 31),
      );
      expect(plan).toContain(` using ${index} on `);
      expect(plan).not.toMatch(large);
    }
    // The window isn't sorted, only the details of single messages are.
    expect(await planOf(messagesBeside(range(), 'before', 4_000, 51))).not.toMatch(
      /Sort Key: m\.seq/,
    );
  });

  test('reads only the sender’s own rows when sending', async () => {
    const plan = await plansOf((db) =>
      Promise.all([
        selectMembership(db, world.ana.id, longId),
        selectSent(db, [
          { author: world.ana.id, clientId: '00000000-0000-4000-8000-000000000000' },
        ]),
        selectMessagesSent(db, [
          { author: world.ana.id, clientId: '00000000-0000-4000-8000-000000000000' },
        ]),
        selectOtherViewers(db, [
          { conversation: longId, authors: [world.ana.id], oldest: 5, hasReceipts: true },
        ]),
        selectSelves(db, [{ viewer: world.ana.id, conversation: longId }]),
        selectMessagesAt(db, [{ conversation: longId, seq: 5 }]),
      ]),
    );
    expect(plan).not.toMatch(large);
    expect(plan).toMatch(/using messages_client on messages/);
  });

  test('searches only the words of the person’s own conversations, by their first letters', async () => {
    const someone = await idOf('p7');
    for (const [words, conversation, most] of [
      ['word7 oth', null, 31],
      ['word7', longId, 31],
      ['nowhere', null, 0],
    ] as const)
      expect(
        await inSchool(async (db) => {
          const { length } = await selectFound(db, someone, words, {
            conversation,
            after: null,
            limit: 31,
          });
          // The plans of a function's statements aren't visible, so check what its transaction has read.
          const { rows } = await sql<{ relname: string; seq_scan: number; idx_scan: number }>`
            select relname, seq_scan, idx_scan from pg_stat_xact_user_tables where relname in ('messages', 'word_blocks', 'participants', 'conversations')`.execute(
            db,
          );
          return {
            length,
            sought: rows.filter(({ seq_scan }) => seq_scan > 0),
            blocks: rows.some(({ relname, idx_scan }) => relname === 'word_blocks' && idx_scan > 0),
          };
        }),
      ).toEqual({ length: most === 0 ? 0 : expect.any(Number), sought: [], blocks: true });
  });

  test('reads only the person’s own conversations for the list, the badge and a socket’s rooms', async () => {
    const someone = await idOf('p7');
    const plan = await plansOf(async (db) => {
      const ids = await selectListedIds(db, someone, {
        folder: 'inbox',
        search: undefined,
        after: null,
        limit: 51,
      });
      expect(ids).toHaveLength(2);
      await selectListed(db, someone, ids);
      await selectUnread(db, someone, new Date());
      await selectRoomsOf(db, someone);
    });
    expect(plan).not.toMatch(large);
  });

  test('uses the same number of database statements for any number of messages', async () => {
    const statements = async (work: () => Promise<unknown>) => {
      sent.length = 0;
      await work();
      return sent.length;
    };
    const list = () => world.ana.call('GET /api/v1/chat/conversations', {});
    const read = (limit: number) =>
      world.ana.call('GET /api/v1/chat/conversations/{conversation}/messages', {
        conversation: String(longId),
        limit,
      });
    await list();
    expect((await list()).items).toHaveLength(50);
    expect(await statements(list)).toBeLessThanOrEqual(10);
    await read(1);
    const [few, many] = [await statements(() => read(1)), await statements(() => read(100))];
    expect([few, many <= 8]).toEqual([many, true]);
  });
});

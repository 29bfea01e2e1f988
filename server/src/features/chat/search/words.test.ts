import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { maintenance } from '#server/app.ts';
import { inTransaction, type Db } from '#server/kernel/database/database.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { connect, direct, group, sendMessage } from '../../../../test/chat-world.ts';
import { effort, seed } from '../../../../test/effort.ts';
import { inWorld, type Person } from '../../../../test/world.ts';
import { lockConversations } from '../chat.queries.ts';
import { insertPast } from '../conversations/history.queries.ts';
import { selectFound } from './search.queries.ts';

const world = inWorld();
const day = 86_400_000;
/** In a direct conversation and a group. Each has 70 messages, of which 64 are in blocks. */
const past = 70;
let rooms: number[] = [];

const vocabulary = [
  'Bäcker',
  'back',
  "o'neil",
  'well-known',
  'https://example.org/rolls?a=b',
  'seven',
  'SEVENTY',
  'ça',
  '東京',
  '我们明天去图书馆看书。',
  '図書館で会おう',
  'เจอกันที่ห้องสมุด',
  'a',
  '(so)',
  'no.',
  'ﬁnal',
];
const saying = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));

const inSchool = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, { school: world.school }, work);

beforeAll(async () => {
  const { ana, ben, cy } = world;
  await connect(ana, ben);
  const texts = fc.sample(saying, { numRuns: past * 2, seed: 7 });
  const at = world.clock.now().getTime() - day;
  const messages = (from: number, authors: readonly Person[]) =>
    texts.slice(from, from + past).map((text, n) => ({
      author: authors[n % authors.length]?.id ?? 0,
      text,
      at: new Date(at + n * 1_000 + from),
    }));
  await inSchool(async (db) => {
    await insertPast(db, world.school, {
      name: null,
      people: [ana, ben],
      messages: messages(0, [ana, ben]),
    });
    await insertPast(db, world.school, {
      name: 'Three',
      people: [ana, ben, cy],
      messages: messages(past, [ana, ben, cy]),
    });
  });
  rooms = (await world.sql<{ id: number }>('select id from conversations order by kind')).map(
    ({ id }) => id,
  );
});

/** Searches messages one by one. */
const looked = (viewer: number, words: string, conversation: number | null) =>
  world.sql<{ conversation_id: number; seq: number }>(
    `select m.conversation_id, m.seq from messages m join participants p on p.conversation_id = m.conversation_id and p.user_id = $1
     where m.text <> '' and m.seq >= p.first_seq and ($3::bigint is null or m.conversation_id = $3) and cardinality(search_words($2)) > 0
       and not exists (select from unnest(search_words($2)) t where not exists (select from unnest(words_of_message(m.text)) w
         where starts_with(w, t) or (t ~ $4 and strpos(w, t) > 0)))
     order by m.sent_at desc, m.conversation_id desc, m.seq desc`,
    // Thai, kana and Han, which match in part.
    [viewer, words, conversation, '[\u0E00-\u0EFF\u3040-\u30FF\u4E00-\u9FFF]'],
  );

/** Uses the real search, page by page. */
const found = async (viewer: number, words: string, conversation: number | null, limit: number) => {
  const all: { conversation_id: number; seq: number }[] = [];
  let after: readonly [Date, number, number] | null = null;
  for (;;) {
    const page = await inSchool((db) =>
      selectFound(db, viewer, words, { conversation, after, limit }),
    );
    all.push(...page.map(({ conversation_id, seq }) => ({ conversation_id, seq })));
    const last = page.at(-1);
    if (page.length < limit || last === undefined) return all;
    after = [last.sent_at, last.conversation_id, last.seq];
  }
};

/** Returns blocks whose words differ from their messages. */
const wrong = () =>
  world.sql(
    'select conversation_id, last_seq from word_blocks where words <> words_between(conversation_id, first_seq, last_seq)',
  );
/** Resolves when a transaction waits for a locked row. */
const waitsForLock = () =>
  vi.waitFor(
    async () =>
      expect(
        await world.sql(`select from pg_locks where not granted and locktype = 'transactionid'`),
      ).not.toEqual([]),
    {
      timeout: 10_000,
    },
  );
const worded = async (conversation: number) =>
  (
    await world.sql<{ indexed_seq: number }>(
      'select indexed_seq from conversations where id = $1',
      [conversation],
    )
  )[0]?.indexed_seq;

describe('[CHAT-04] the word index', () => {
  test('finds the same messages as a scan, in blocks and after them, for any page size, also after edits', async () => {
    const { ana, ben, cy } = world;
    expect(await Promise.all(rooms.map(worded))).toEqual([64, 64]);
    const whole = (position: number) => ({
      conversation: String(rooms[position]),
      text: `Edited seven ${position}`,
    });
    await ana
      .call('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
        ...whole(0),
        seq: 3,
      })
      .catch(() => undefined);
    await sendMessage(ana, String(rooms[0]), 'seven @[12345] rolls');
    await sendMessage(cy, String(rooms[1]), "Well, O'Neil is well known");
    const typed = fc.array(
      fc.constantFrom(...vocabulary, 'nei', 'oneil', 'sev', 'wellk', '12345', '!!', 'b', 'final'),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(ana, ben, cy),
        typed,
        fc.constantFrom(null, ...rooms),
        fc.constantFrom(2, 7, 31),
        async (who, words, room, limit) => {
          const text = words.join(' ');
          expect(await found(who.id, text, room, limit)).toEqual(await looked(who.id, text, room));
        },
      ),
      { numRuns: effort({ quick: 40, full: 600 }), seed },
    );
    expect(await found(ana.id, '12345', null, 31)).toEqual([]);
    // Parts of words match only in scripts without spaces.
    for (const [part, isFound] of [
      ['图书馆', true],
      ['会おう', true],
      ['ห้องสมุด', true],
      ['äcker', false],
    ] as const)
      expect([part, (await found(ana.id, part, null, 31)).length > 0]).toEqual([part, isFound]);
  });

  test('doesn’t contain text that was edited, deleted or removed by retention', async () => {
    const { ana, ben, admin } = world;
    const { id } = await direct(ana, ben);
    const conversation = Number(id);
    await inSchool((db) =>
      sql`update messages set sent_at = ${world.clock.now()} where conversation_id = ${conversation}`.execute(
        db,
      ),
    );
    await ana.call('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation: id,
      seq: 1,
      text: 'Zanzibar',
    });
    await ana.call('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation: id,
      seq: 63,
      text: 'Zeppelin',
    });
    expect(await found(ben.id, 'zanz', null, 31)).toEqual([
      { conversation_id: conversation, seq: 1 },
    ]);
    expect(await wrong()).toEqual([]);
    await ana.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      conversation: id,
      seq: 1,
    });
    const holding = (word: string) =>
      world.sql('select from word_blocks where words like $1', [`% ${word} %`]);
    expect([(await holding('zanzibar')).length, (await holding('zeppelin')).length]).toEqual([
      0, 1,
    ]);
    await admin.call('PUT /api/v1/chat/policy', {
      who: 'connections',
      requests: true,
      keepDays: 30,
    });
    world.clock.advance(31 * day);
    await runMaintenance(world.pool, maintenance, world.clock.now());
    expect(await world.sql(`select from word_blocks where words <> ''`)).toEqual([]);
    expect(await wrong()).toEqual([]);
    const later = await world.signInAgain(admin);
    await later.call('PUT /api/v1/chat/policy', {
      who: 'connections',
      requests: true,
      keepDays: null,
    });
  });

  test('is stored once despite simultaneous jobs and edits, and within the hour if no job ran', async () => {
    const [ana, ben] = [await world.signInAgain(world.ana), await world.signInAgain(world.ben)];
    const { id } = await group(ana, [ben], 'Racing');
    const conversation = Number(id);
    for (let n = 0; n < 80; n += 1) {
      if (n % 40 === 39) world.clock.advance(60_000);
      await sendMessage(n % 2 === 0 ? ana : ben, id, `word${n} said`);
    }
    const edit = (seq: number, text: string) =>
      ana.call('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
        conversation: id,
        seq,
        text,
      });
    // An edit is pending when the words are stored.
    let storing: Promise<void> | undefined;
    await inSchool(async (db) => {
      await lockConversations(db, [conversation]);
      await sql`update messages set text = 'underway' where conversation_id = ${conversation} and seq = 20`.execute(
        db,
      );
      storing = world.app.jobs.settle();
      await waitsForLock();
    });
    await storing;
    expect(await wrong()).toEqual([]);
    expect(await found(ben.id, 'underway', null, 31)).toEqual([
      { conversation_id: conversation, seq: 20 },
    ]);
    await Promise.all([
      world.app.jobs.settle(),
      ...[2, 4, 6, 8, 10, 12].map((seq) => edit(seq, `changed${seq} once`)),
      world.app.jobs.settle(),
      ...[2, 4, 6].map((seq) => edit(seq, `changed${seq} twice`)),
      world.app.jobs.settle(),
    ]);
    expect(await worded(conversation)).toBe(64);
    expect(await wrong()).toEqual([]);
    expect((await found(ben.id, 'changed', conversation, 31)).map(({ seq }) => seq)).toEqual([
      12, 10, 8, 6, 4, 2,
    ]);
    await world.sql('delete from word_blocks where conversation_id = $1', [conversation]);
    await world.sql('update conversations set indexed_seq = 0 where id = $1', [conversation]);
    await runMaintenance(world.pool, maintenance, world.clock.now());
    await world.app.jobs.settle();
    expect(await worded(conversation)).toBe(64);
    expect(await wrong()).toEqual([]);
    expect((await found(ben.id, 'said', conversation, 31)).length).toBe(73);
  });
});

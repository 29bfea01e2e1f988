import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { listedIn } from './word-list.rules.ts';

const world = inWorld();

const listCall = 'GET /api/v1/school/word-list';
const save = async (words: { word: string; action: 'refuse' | 'review' }[]) =>
  world.admin.call('PUT /api/v1/school/word-list', {
    words,
    version: (await world.admin.call(listCall)).version,
  });
const post = (who: Person, text: string, more: object = {}) =>
  who.try('POST /api/v1/posts', { clientId: randomUUID(), text, ...more });
const shown = async (who: Person) =>
  (await who.call('GET /api/v1/feed', { scope: 'school', size: 50 })).items.map(({ text }) => text);

beforeEach(() =>
  save([
    { word: 'Crêpe', action: 'refuse' },
    { word: 'raffle ticket*', action: 'review' },
  ]),
);

describe("[FEED-01] the school's word list", () => {
  test('rejects forbidden words in any case and with accents, also in polls and edits', async () => {
    for (const text of ['A crepe, please', 'CRÊPE!', 'cre\u0301pe', 'cre\u00adpe'])
      expect(codeOf(await post(world.ana, text))).toEqual([422, 'listed_word']);
    const refused = await post(world.ana, 'Which?', {
      poll: { options: ['Crepe', 'Cake'], multiple: false },
    });
    expect([codeOf(refused), refused.body]).toMatchObject([
      [422, 'listed_word'],
      { word: 'Crêpe' },
    ]);
    // Longer words with the same letters and other schools aren't affected.
    expect((await post(world.ana, 'Crepes')).status).toBe(200);
    expect((await post(world.eve, 'A crepe')).status).toBe(200);
    const own = await world.ana.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      text: 'Pancakes',
    });
    const edited = await world.ana.try('PATCH /api/v1/posts/{id}', {
      id: own.id,
      text: 'A crepe',
      version: own.version,
    });
    expect(codeOf(edited)).toEqual([422, 'listed_word']);
    const comment = { id: own.id, clientId: randomUUID(), text: 'Crepe' };
    expect(codeOf(await world.ben.try('POST /api/v1/posts/{id}/comments', comment))).toEqual([
      422,
      'listed_word',
    ]);
    expect((await world.ana.call('GET /api/v1/posts/{id}', { id: own.id })).text).toBe('Pancakes');
  });

  test('puts content with reviewed words into the queue, where moderators can show it', async () => {
    const held = await world.ana.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      text: 'Raffle tickets at noon',
    });
    expect(held.isHidden).toBe(true);
    const announced = async (post: { id: string }) =>
      world.sql(`select from outbox where kind = 'post_published' and (payload ->> 'post') = $1`, [
        post.id,
      ]);
    expect(await announced(held)).toEqual([]);
    await world.app.jobs.settle();
    expect(await shown(world.ben)).not.toContain('Raffle tickets at noon');
    const open = await post(world.ben, 'Anything on at noon?');
    const { id } = open.body as { id: string };
    expect(await announced({ id })).toHaveLength(1);
    await world.ana.call('POST /api/v1/posts/{id}/comments', {
      id,
      clientId: randomUUID(),
      text: 'A raffle  ticket sale',
    });
    const comments = await world.ben.call('GET /api/v1/posts/{id}/comments', { id });
    expect(comments.items.map(({ text, isHidden }) => [text, isHidden])).toEqual([['', true]]);
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id })).comments).toBe(0);

    const { items } = await world.admin.call('GET /api/v1/reports', { state: 'open' });
    expect(
      items.map(({ reporter, note, target, person, subject }) => [
        reporter,
        note,
        target.kind,
        person?.uid,
        subject?.text,
        subject?.isHidden,
        subject?.can,
      ]),
    ).toEqual([
      [
        null,
        'raffle ticket*',
        'post',
        world.ana.uid,
        'Raffle tickets at noon',
        true,
        { hide: true, close: true },
      ],
      [
        null,
        'raffle ticket*',
        'comment',
        world.ana.uid,
        'A raffle  ticket sale',
        true,
        { hide: true, close: false },
      ],
    ]);
    await world.admin.call('DELETE /api/v1/posts/{id}/hidden', { id: held.id });
    await world.admin.call('DELETE /api/v1/comments/{id}/hidden', {
      id: comments.items[0]?.id ?? '',
    });
    expect(await shown(world.ben)).toContain('Raffle tickets at noon');
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id })).comments).toBe(1);
    const after = await world.admin.call('GET /api/v1/reports', { state: 'open' });
    expect(after.items.map(({ subject }) => subject?.isHidden)).toEqual([false, false]);
  });

  test('keeps officers from showing their own hidden posts, but not staff and other officers', async () => {
    const { id: club } = await world.admin.call('POST /api/v1/clubs', {
      clientId: randomUUID(),
      name: 'Fundraising',
      membership: 'open',
      president: world.ben.uid,
    });
    const held = await world.ben.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      club,
      text: 'Raffle tickets for all',
    });
    expect([held.isHidden, held.can.hide]).toEqual([true, false]);
    const clean = await post(world.ben, 'Hello', { club });
    const comment = await world.ben.call('POST /api/v1/posts/{id}/comments', {
      id: (clean.body as { id: string }).id,
      clientId: randomUUID(),
      text: 'A raffle ticket each',
    });
    expect([comment.isHidden, comment.can.hide]).toEqual([true, false]);
    const show = async (who: Person) => [
      (await who.try('DELETE /api/v1/posts/{id}/hidden', { id: held.id })).status,
      (await who.try('DELETE /api/v1/comments/{id}/hidden', { id: comment.id })).status,
    ];
    expect(await show(world.ben)).toEqual([403, 403]);
    expect(await show(world.admin)).toEqual([200, 200]);
    expect((await world.ben.call('GET /api/v1/posts/{id}', { id: held.id })).isHidden).toBe(false);
  });

  test('can be edited by people who review reports, and rejects the second of two simultaneous edits', async () => {
    for (const who of [world.ana, world.eve]) expect((await who.try(listCall)).status).toBe(403);
    const { version } = await world.admin.call(listCall);
    const words = [{ word: 'one', action: 'refuse' as const }];
    const both = await Promise.all(
      ['one', 'two'].map((word) =>
        world.admin.try('PUT /api/v1/school/word-list', {
          words: [...words, { word, action: 'review' }],
          version,
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('property: finds every whole word and nothing else', () => {
    const letters = fc.stringMatching(/^[a-zäß]{1,6}$/);
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 6 }), (word, others) => {
        const list = [{ word, action: 'refuse' as const }];
        const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');
        expect(listedIn(list, [others.join(', ')]).length > 0).toBe(
          others.some((other) => plain(other) === plain(word)),
        );
      }),
    );
  });

  test('checks long texts in linear time', { timeout: 20_000 }, () => {
    const list = Array.from({ length: 500 }, (_, n) => ({
      word: 'ж'.repeat(1 + (n % 60)),
      action: 'refuse' as const,
    }));
    // Marks that need sorting, characters that expand to eighteen, and a word that almost matches everywhere.
    const texts = [
      `a${'\u0301'.repeat(20_000)}${'\u0323'.repeat(20_000)}`,
      '\ufdfa'.repeat(40_000),
      'ж'.repeat(40_000),
    ];
    for (const text of texts) expect(listedIn(list, [text])).toEqual([]);
  });
});

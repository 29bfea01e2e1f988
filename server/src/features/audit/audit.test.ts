import { describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { appendEntry } from '../../kernel/security/audit.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { selectChain } from './audit.queries.ts';

const world = inWorld();
const entries = async (who: Person = world.admin) =>
  (await who.call('GET /api/v1/audit', {})).entries;
const chain = (school: SchoolId = world.school) =>
  inTransaction(world.pool, { school, readOnly: true }, selectChain);

describe('the activity log', () => {
  test('records what admins did, with actor and subject, and only admins can read it', async () => {
    await world.admin.call('PUT /api/v1/school/field-rules', {
      rules: { phoneHome: { audience: 'me', isLocked: true } },
    });
    await world.admin.call('PATCH /api/v1/people/{uid}/standing', {
      uid: world.ben.uid,
      isAdviser: true,
    });
    expect(await entries()).toMatchObject([
      {
        number: 2,
        kind: 'standing_changed',
        actor: { firstName: 'Ada' },
        people: [{ uid: world.ben.uid }],
        detail: { isAdviser: true },
      },
      {
        number: 1,
        kind: 'field_rules_changed',
        actor: { uid: world.admin.uid },
        people: [],
        detail: { before: {} },
      },
    ]);
    for (const who of [world.ana, world.ben, world.eve])
      expect((await who.try('GET /api/v1/audit')).status).toBe(403);
  });

  test('accepts any text, including half a surrogate pair, NUL, and a post cut within an emoji', async () => {
    const clientId = newClientId();
    const text = `${'a'.repeat(79)}😀 and more`;
    const { id } = await world.ana.call('POST /api/v1/posts', { clientId, text });
    await world.admin.call('DELETE /api/v1/posts/{id}', { id });
    await inTransaction(world.pool, { school: world.school }, (db) =>
      appendEntry(db, world.clock.now(), null, 'post_moderated', {
        act: 'deleted',
        text: 'half \ud83d, nul \0.',
        person: null,
      }),
    );
    expect((await entries()).slice(0, 2).map(({ detail }) => detail['text'])).toEqual([
      'half \ufffd, nul .',
      `${'a'.repeat(79)}😀`,
    ]);
  });

  test('records each read of restricted fields in profiles, lists and listings, but not of public or own fields', async () => {
    const before = (await entries()).length;
    await world.admin.call('GET /mobile_ws/v18/user_profile', { uid: world.admin.uid });
    await world.admin.call('GET /mobile_ws/v18/user_profile', { uid: world.ben.uid });
    await world.ana.call('GET /mobile_ws/v18/user_profile', { uid: world.cy.uid });
    expect((await entries()).length).toBe(before);
    await world.admin.call('GET /mobile_ws/v18/user_profile', { uid: world.cy.uid });
    await world.admin.call('GET /api/v1/users', { optionalProperties: '["Bio"]' });
    await (
      await world.signInAgain(world.ben)
    ).call('GET /mobile_ws/v18/user_profile', { uid: world.cy.uid });
    expect((await entries()).slice(0, 3)).toMatchObject([
      {
        kind: 'protected_read',
        actor: { uid: world.ben.uid },
        people: [{ uid: world.cy.uid }],
        fields: expect.not.arrayContaining(['phoneHome']),
      },
      {
        kind: 'protected_read',
        detail: { call: 'directory.users' },
        fields: expect.arrayContaining(['bio', 'email']),
      },
      {
        kind: 'protected_read',
        people: [{ uid: world.cy.uid }],
        fields: expect.arrayContaining(['bio', 'interests', 'phoneHome', 'place']),
      },
    ]);
    expect((await entries()).length).toBe(before + 3);
  });

  test('can’t be changed or emptied, even by the database owner, and later verification detects tampering', async () => {
    const { entries: count } = await chain();
    expect(await chain()).toMatchObject({ brokenAt: null });
    for (const statement of [
      `update activity_log set kind = 'nothing'`,
      'delete from activity_log',
      'truncate activity_log',
    ]) {
      await expect(world.sql(statement)).rejects.toThrow(/only added to/);
      await expect(world.as(world.school)(statement)).rejects.toThrow(
        /only added to|permission denied/,
      );
    }
    await world.sql('alter table activity_log disable trigger user');
    try {
      await world.sql(
        `update activity_log set detail = detail || '{"isAdviser": false}' where number = 2`,
      );
      expect(await chain()).toEqual({ entries: count, brokenAt: 2, head: expect.any(String) });
      expect((await world.admin.call('GET /api/v1/audit', {})).brokenAt).toBe(2);
      await world.sql(
        `update activity_log set detail = detail || '{"isAdviser": true}' where number = 2`,
      );
      expect(await chain()).toMatchObject({ brokenAt: null });
      await world.sql('delete from activity_log where number = 1');
      expect(await chain()).toMatchObject({ brokenAt: 2 });
    } finally {
      await world.sql('alter table activity_log enable trigger user');
    }
  });

  test('finds entries by type, act, person, words and time, page by page', async () => {
    const add = async (name: string) => {
      const { id } = await world.admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name,
        membership: 'open',
      });
      world.clock.advance(60_000);
      return id;
    };
    world.clock.advance(60_000);
    const start = world.clock.now().toISOString();
    const chess = await add('Chess Corner');
    const middle = world.clock.now().toISOString();
    await add('Knit & Natter');
    await world.admin.call('DELETE /api/v1/clubs/{id}', { id: chess });
    const found = async (filter: Record<string, string>) =>
      (await world.admin.call('GET /api/v1/audit', filter)).entries.map(({ detail }) => [
        detail['act'],
        detail['name'],
      ]);

    const added = ['added', 'Chess Corner'];
    const knit = ['added', 'Knit & Natter'];
    const deleted = ['deleted', 'Chess Corner'];
    expect(await found({ kind: 'club_changed' })).toEqual([deleted, knit, added]);
    expect(await found({ kind: 'club_changed', act: 'added' })).toEqual([knit, added]);
    expect(await found({ search: 'CHESS corner' })).toEqual([deleted, added]);
    expect(await found({ search: '100%' })).toEqual([]);
    expect(await found({ kind: 'club_changed', from: middle })).toEqual([deleted, knit]);
    expect(await found({ from: start, until: middle })).toEqual([added]);
    expect(await found({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ from: '2090-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ person: world.ana.uid, kind: 'club_changed' })).toEqual([]);
    // The names of people count too: Ada is the admin.
    expect(await found({ kind: 'club_changed', search: 'ada' })).toEqual([deleted, knit, added]);

    const first = await world.admin.call('GET /api/v1/audit', { search: 'chess', size: 1 });
    expect(first.entries.map(({ detail }) => detail['act'])).toEqual(['deleted']);
    const second = await world.admin.call('GET /api/v1/audit', {
      search: 'chess',
      size: 1,
      before: String(first.next),
    });
    expect(second.entries.map(({ detail }) => detail['act'])).toEqual(['added']);
  });

  test('exports the filtered entries for admins, and records the export', async () => {
    const { csv } = await world.admin.call('GET /api/v1/audit-export', { search: 'knit' });
    const [head, ...lines] = csv.trim().split('\r\n');
    expect(head).toContain('Entry,Time,Actor,Type');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('club_changed');
    expect((await entries())[0]).toMatchObject({
      kind: 'activity_log_exported',
      detail: { count: 1 },
    });
    for (const who of [world.ana, world.ben, world.eve])
      expect((await who.try('GET /api/v1/audit-export')).status).toBe(403);
  });

  test(
    'slows a script at 500 full profiles an hour, and shows admins who it was',
    { tags: 'soak' },
    async () => {
      const reader = await world.join({ username: 'reader' });
      const profile = () => reader.try('GET /mobile_ws/v18/user_profile', { uid: world.ana.uid });
      for (let i = 0; i < 490; i += 1)
        expect((await profile()).headers['x-error-status']).toBeUndefined();
      // A list of full profiles counts each of them. Cards and the person's own profile don't count.
      for (let i = 0; i < 30; i += 1)
        expect((await reader.try('GET /api/v1/users', { pageSize: 100 })).status).toBe(200);
      expect(
        (await reader.try('GET /api/v1/users', { pageSize: 100, optionalProperties: '["Bio"]' }))
          .status,
      ).toBe(200);
      for (let i = 0; i < 10; i += 1) await profile();
      const late = await profile();
      expect([late.status, late.headers['x-error-status']]).toEqual([429, '429']);
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(3_000);
      expect(
        (await reader.try('GET /api/v1/users', { pageSize: 100, optionalProperties: '["Bio"]' }))
          .status,
      ).toBe(429);
      expect((await reader.try('GET /api/v1/users', { pageSize: 100 })).status).toBe(200);
      expect((await reader.try('GET /mobile_ws/v18/user_profile', {})).status).toBe(200);
      expect((await reader.try('GET /mobile_ws/v18/mobile_people', {})).status).toBe(200);
      expect(
        (await world.ana.try('GET /mobile_ws/v18/user_profile', { uid: world.ben.uid })).status,
      ).toBe(200);
      const reported = (await entries()).filter(({ kind }) => kind === 'reading_slowed');
      expect(reported).toMatchObject([
        { people: [{ uid: reader.uid }], actor: { uid: reader.uid } },
      ]);
      world.clock.advance(3_601_000);
      expect((await profile()).status).toBe(200);
      world.clock.advance(-3_601_000);
    },
  );

  test('chains simultaneous entries without a gap', async () => {
    const admin = world.admin;
    const before = (await chain()).entries;
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        admin.call('PATCH /api/v1/people/{uid}/standing', {
          uid: world.cy.uid,
          hasHold: n % 2 === 0,
        }),
      ),
    );
    expect((await chain()).entries).toBe(before + 12);
    const numbers = (await entries()).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect((await chain(world.otherSchool)).entries).toBe(0);
  });
});

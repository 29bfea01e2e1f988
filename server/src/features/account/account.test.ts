import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { personalData } from '#server/app.ts';
import { somePng } from '../../../test/import-folder.ts';
import { tablesRead } from '../../../test/tables-read.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';

const world = inWorld();

const connect = async (one: Person, two: Person) => {
  await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
  await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
};

/** Returns the tables that refer to a person, from the database catalog. */
const tablesOfPeople = async (): Promise<string[]> =>
  (
    await world.sql<{
      name: string;
    }>(`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`)
  ).map(({ name }) => name);

describe('a person’s data export', () => {
  test('has every section of the person’s data and no one else’s', async () => {
    const dora = await world.join({
      username: 'dora',
      first_name: 'Dora',
      last_name: 'Quimby',
      bio: '<p>Hello.</p>',
    });
    await connect(world.ana, dora);
    await dora.call('PUT /api/v1/blocks/{uid}', { uid: world.cy.uid });
    await dora.call('POST /api/v1/reports', {
      target: { kind: 'person', id: world.ben.uid },
      reason: 'spam',
      note: 'Ads.',
    });
    await dora.call('PUT /api/v1/suggestions/{uid}/dismissal', { uid: world.ben.uid });
    await dora.call('POST /api/v1/saved-searches', { name: 'Artists', params: { major: 'Art' } });
    const { sections, school } = await dora.call('GET /api/v1/account/data');
    expect(school).toBe('Demo University');
    expect(sections).toMatchObject({
      profile: [{ first_name: 'Dora', bio: '<p>Hello.</p>' }],
      connections: [{ with: 'Ana Silva', requestedByMe: false, isAccepted: true }],
      sessions: [{}],
      passwords: [{}],
      blocked: [{ person: 'Cy Young' }],
      reportsMade: [{ kind: 'person', about: 'Ben Okafor', note: 'Ads.' }],
      dismissedSuggestions: [{ person: 'Ben Okafor' }],
      savedSearches: [{ name: 'Artists', search: { major: 'Art' } }],
    });
    const text = JSON.stringify(sections);
    for (const secret of [world.ana.email, 'argon2', 'Porto', world.ana.uid])
      expect(text).not.toContain(secret);
  });

  test('requires a session that started or was confirmed recently', async () => {
    const nora = await world.join({ username: 'nora' });
    await world.sql(
      `update sessions set created_at = created_at - interval '11 minutes', confirmed_at = null where user_id = $1`,
      [nora.id],
    );
    expect(await nora.try('GET /api/v1/account/data')).toMatchObject({
      status: 403,
      body: { code: 'confirm_identity' },
    });
    await nora.call('POST /api/v1/session/confirmation', { password: worldPassword });
    expect((await nora.try('GET /api/v1/account/data')).status).toBe(200);
  });

  test('names other people only as far as the person can see them now', async () => {
    const hide = (person: Person, hasHold: boolean) =>
      world.admin.call('PATCH /api/v1/people/{uid}/standing', { uid: person.uid, hasHold });
    const make = (first: string) =>
      world.join({ username: first.toLowerCase(), first_name: first, last_name: 'Known' });
    const [rose, friend, held, blocked, blocker] = [
      await make('Rose'),
      await make('Friend'),
      await make('Held'),
      await make('Blocked'),
      await make('Blocker'),
    ];
    await connect(rose, friend);
    const all = [friend, held, blocked, blocker];
    for (const { uid } of all) {
      await rose.call('PUT /api/v1/suggestions/{uid}/dismissal', { uid });
      await rose.call('POST /api/v1/reports', {
        target: { kind: 'person', id: uid },
        reason: 'spam',
      });
    }
    await rose.call('PUT /api/v1/blocks/{uid}', { uid: blocked.uid });
    const reported = async () => {
      const { sections } = await rose.call('GET /api/v1/account/data');
      return ['connections', 'blocked', 'reportsMade', 'dismissedSuggestions'].map((name) =>
        (sections[name] ?? [])
          .map((entry) => entry['person'] ?? entry['about'] ?? entry['with'])
          .toSorted(),
      );
    };
    const four = ['Blocked Known', 'Blocker Known', 'Friend Known', 'Held Known'];
    expect(await reported()).toEqual([['Friend Known'], ['Blocked Known'], four, four]);
    for (const person of all) await hide(person, true);
    await blocker.call('PUT /api/v1/blocks/{uid}', { uid: rose.uid });
    const unseen = 'A person you do not see now';
    const two = [unseen, unseen, unseen, 'Friend Known'];
    expect(await reported()).toEqual([['Friend Known'], [unseen], two, two]);
    // One side's block is enough, and people still see the names of those they have blocked.
    for (const person of all) await hide(person, false);
    const others = [unseen, 'Blocked Known', 'Friend Known', 'Held Known'];
    expect(await reported()).toEqual([['Friend Known'], ['Blocked Known'], others, others]);
  });

  test('has an admin’s imports and keys, and an identity provider’s ids and groups for the person', async () => {
    const gina = await world.join({ username: 'gina', is_admin: true });
    await gina.call('POST /api/v1/api-keys', { name: 'Entra', scopes: ['provisioning'] });
    await gina.call('POST /api/v1/import-runs', { source: 'autumn.zip' });
    await world.sql(
      'insert into imports (school_id, at, source, format, actor_id) values ($1, now(), $2, $3, $4)',
      [world.school, 'old.zip', 'campus', gina.id],
    );
    await world.sql(
      'insert into scim_users (school_id, user_id, external_id) values ($1, $2, $3)',
      [world.school, gina.id, 'ext-gina'],
    );
    await world.sql(
      `with g as (insert into scim_groups (school_id, display_name, created_at, updated_at) values ($1, 'Chess', now(), now()) returning id)
      insert into scim_group_members (school_id, group_id, user_id) select $1, id, $2 from g`,
      [world.school, gina.id],
    );
    const { sections } = await gina.call('GET /api/v1/account/data');
    expect(sections).toMatchObject({
      provisioning: [{ externalId: 'ext-gina', removedAt: null }],
      groups: [{ name: 'Chess' }],
      keysMade: [{ name: 'Entra', endedAt: null }],
      importsMade: [{ source: 'old.zip' }],
      importRuns: [{ source: 'autumn.zip', state: 'collecting' }],
    });
    expect(JSON.stringify(sections)).not.toContain('token_hash');
    await world.sql('update users set is_admin = false where id = $1', [gina.id]);
  });

  test('covers every table that has data about people', async () => {
    // The tables that the export's statements read.
    const covered = tablesRead(
      personalData.flatMap((sections) => Object.values(sections(1, sql<string>`''`))),
    );
    // Triggers derive these from the person's row, which the export contains.
    const derived = ['user_facets', 'user_words'];
    const known = new Set([...covered, ...derived]);
    const tables = await tablesOfPeople();
    expect(tables.length).toBeGreaterThan(derived.length);
    expect(tables.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('deleting an account', () => {
  test('requires the password and leaves only a placeholder of the person', async () => {
    const finn = await world.join({
      username: 'finn',
      first_name: 'Finn',
      last_name: 'Adler',
      major: 'Zymology',
      interests: ['Falconry'],
    });
    await connect(world.ana, finn);
    await finn.call('PUT /api/v1/blocks/{uid}', { uid: world.cy.uid });
    await world.ben.call('POST /api/v1/reports', {
      target: { kind: 'person', id: finn.uid },
      reason: 'spam',
    });
    await finn.call('POST /api/v1/saved-searches', { name: 'Mine', params: {} });
    const wrong = await finn.try('POST /api/v1/account/erase', { password: 'not this one' });
    expect([wrong.status, wrong.body]).toMatchObject([403, { code: 'wrong_password' }]);
    expect(await finn.call('POST /api/v1/account/erase', { password: worldPassword })).toEqual({
      ok: true,
    });

    expect((await finn.try('GET /api/v1/sessions')).status).toBe(401);
    const again = await world.visit('/api/v1/login', {
      method: 'POST',
      body: { email: finn.email, password: worldPassword },
    });
    expect(again.status).toBe(401);
    expect(
      (await world.ana.call('GET /mobile_ws/v18/user_profile', { uid: finn.uid })).data,
    ).toEqual([]);
    expect(
      (await world.ana.call('GET /api/v1/connections', { list: 'connected' })).items.map(
        ({ uid }) => uid,
      ),
    ).not.toContain(finn.uid);
    await world.app.jobs.settle();
    for (const table of await tablesOfPeople()) {
      const columns = await world.sql<{ name: string }>(
        `select a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conrelid = $1::regclass and a.attname <> 'school_id'`,
        [table],
      );
      const where = columns.map(({ name }) => `${name} = ${finn.id}`).join(' or ');
      // Moderators keep reports about people who have left.
      if (table !== 'reports')
        expect([table, await world.sql(`select from ${table} where ${where}`)]).toEqual([
          table,
          [],
        ]);
    }
    const whole = await world.sql('select * from users where id = $1', [finn.id]);
    expect(JSON.stringify(whole)).not.toMatch(/Finn|Adler|finn@|Zymology|Falconry/);
    const about = (await world.admin.call('GET /api/v1/reports', {})).items.map(
      ({ person }) => person?.firstName,
    );
    expect(about).toContain('Deleted user');
  });

  test('removes every word of the person from tables, files, search and queues', async () => {
    const canary = (of: string) => `Kanarie${of}`;
    const kim = await world.join({
      username: 'kanarieuser',
      first_name: canary('vor'),
      last_name: canary('nach'),
      romanized_name: canary('latin'),
      major: canary('fach'),
      bio: `<p>${canary('bio')}</p>`,
      city: canary('stadt'),
      country: canary('land'),
      interests: [canary('hobby')],
      sports: [canary('sport')],
      languages: [canary('sprache')],
      phone_work: '+1 555 7654321',
      current_address: canary('strasse'),
    });
    await connect(world.ana, kim);
    await kim.call('PATCH /api/v1/profile', {
      workTitle: canary('amt'),
      companyName: canary('firma'),
    });
    await kim.call('PATCH /api/v1/profile', { workTitle: null });
    await kim.call('POST /api/v1/saved-searches', {
      name: canary('suche'),
      params: { search_word: canary('suche') },
    });
    await kim.call('POST /api/v1/profile/pictures/{kind}', {
      kind: 'photo',
      upload: somePng,
    } as never);
    await world.visit('/api/v1/login', {
      method: 'POST',
      body: { email: kim.email, password: 'wrong' },
    });
    await world.visit('/api/v1/password/forgot', { method: 'POST', body: { email: kim.email } });
    const names = async () =>
      (
        await world.sql<{ name: string }>('select name from pictures where user_id = $1', [kim.id])
      ).map(({ name }) => name);
    const [picture = ''] = await names();
    await world.app.jobs.settle();
    const found = async (): Promise<string[]> => {
      const tables = await world.sql<{
        name: string;
      }>(`select c.oid::regclass::text as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
      const hits: string[] = [];
      for (const { name } of tables) {
        const rows = await world.sql<{ row: string }>(
          `select t::text as row from ${name} t where t::text ~* 'kanarie|7654321'`,
        );
        if (rows.length > 0) hits.push(`${name}: ${rows[0]?.row}`);
      }
      return hits;
    };
    expect((await found()).map((hit) => hit.split(':')[0])).toEqual(
      expect.arrayContaining([
        'facet_counts',
        'saved_searches',
        'user_facets',
        'user_words',
        'users',
        'word_deletions',
      ]),
    );
    await kim.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await found()).toEqual([]);
    expect(await world.files.get(world.school, picture).catch(() => null)).toBeNull();
  });

  test('requires a recent sign-in from a person without a password', async () => {
    const hal = await world.join({ username: 'hal' });
    expect((await hal.call('GET /api/v1/sessions')).hasPassword).toBe(true);
    await world.sql('delete from credentials where user_id = $1', [hal.id]);
    expect((await hal.call('GET /api/v1/sessions')).hasPassword).toBe(false);
    const began = (minutes: number) =>
      world.sql('update sessions set created_at = $2 where user_id = $1', [
        hal.id,
        new Date(world.clock.now().getTime() - minutes * 60_000),
      ]);
    await began(11);
    const late = await hal.try('POST /api/v1/account/erase', {});
    expect([late.status, late.body]).toMatchObject([403, { code: 'sign_in_again' }]);
    await began(9);
    expect(await hal.call('POST /api/v1/account/erase', {})).toEqual({ ok: true });
    // A person with a password has to enter it, even in a new session.
    const ida = await world.join({ username: 'ida' });
    expect((await ida.try('POST /api/v1/account/erase', {})).body).toMatchObject({
      code: 'wrong_password',
    });
  });

  test('is rejected for the last admin', async () => {
    const refusedErasure = await world.admin.try('POST /api/v1/account/erase', {
      password: worldPassword,
    });
    expect([refusedErasure.status, refusedErasure.body]).toMatchObject([
      409,
      { code: 'last_admin' },
    ]);
    const second = await world.join({ username: 'second', is_admin: true });
    const answers = await Promise.all(
      [second, world.admin].map((who) =>
        who.try('POST /api/v1/account/erase', { password: worldPassword }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

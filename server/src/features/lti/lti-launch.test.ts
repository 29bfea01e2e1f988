import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  locationOf,
  openLtiBrowser,
  ticketOf,
  type LtiBrowser,
} from '../../../test/lti-browser.ts';
import {
  message,
  openTestPlatform,
  registrationOf,
  testClient,
  type Message,
  type TestPlatform,
} from '../../../test/test-lti-platform.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
let platform: TestPlatform;
let registered = '';

const registration = () => registrationOf(platform.url);
const setUp = async (change: Record<string, unknown> = {}) => {
  // The test's clock may be past the tokens' expiration.
  const admin = await world.signInAgain(world.admin);
  const { platforms } = await admin.call('GET /api/v1/school/lti');
  const found = platforms.find(({ id }) => id === registered);
  const { issuer: _, clientId: __, ...fields } = registration();
  await admin.call('PUT /api/v1/school/lti/platforms/{platform}', {
    ...fields,
    platform: registered,
    version: found?.version ?? 0,
    ...change,
  });
};

beforeAll(async () => {
  platform = await openTestPlatform();
  ({ id: registered } = await world.admin.call(
    'POST /api/v1/school/lti/platforms',
    registration(),
  ));
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.control({
    ahead: world.clock.now().getTime() - Date.now(),
    rosterAnswers: 'well',
    tokenAnswers: 'well',
  });
});

const browser = (school: 'demo' | 'north' = 'demo'): LtiBrowser =>
  openLtiBrowser(world, platform, school);
/** Runs one launch until the browser's final page. */
const launch = (sent: Message, at = browser()) => at.launch(sent);

describe('launches that sign people in', () => {
  test('[EDU-01] find the person by the school’s identifier in each LMS’s format, and keep the link', async () => {
    await setUp({ matchBy: 'username' });
    const names = { core: 'ana', canvas: 'ben', moodle: 'cy' } as const;
    for (const shape of ['core', 'canvas', 'moodle'] as const) {
      const at = browser();
      const opened = await at.open(
        await launch(
          message({ shape, user: { sub: `user-of-${shape}`, sourcedId: names[shape] } }),
          at,
        ),
      );
      expect([shape, opened.status, opened.body]).toMatchObject([
        shape,
        200,
        { kind: 'signed_in', target: { path: '/edu' } },
      ]);
      expect(await at.who()).toBe(world[names[shape]].uid);
    }
    // The identifier now belongs to someone else. The link still counts.
    const again = browser();
    await again.open(
      await launch(message({ user: { sub: 'user-of-core', sourcedId: 'ben' } }), again),
    );
    expect(await again.who()).toBe(world.ana.uid);
    // A person can't get a second LMS user through an identifier.
    const second = browser();
    const refused = await second.open(
      await launch(message({ user: { sub: 'another', sourcedId: 'ana' } }), second),
    );
    expect(refused.body).toMatchObject({ kind: 'unknown', why: 'linked_elsewhere' });
    expect(await second.who()).toBeNull();
  });

  test('[EDU-01] sign in staff only after they have connected their account themselves', async () => {
    await setUp({ matchBy: 'username', trustsEmails: true });
    const at = browser();
    const sent = message({
      user: { sub: 'the-boss', sourcedId: 'admin', email: world.admin.email, name: 'The Boss' },
    });
    const landing = await launch(sent, at);
    const opened = await at.open(landing);
    expect(opened.body).toEqual({
      kind: 'unknown',
      why: 'staff',
      platform: 'Lectern',
      name: 'The Boss',
    });
    expect(await at.who()).toBeNull();
    // The ticket alone can't connect an account in another browser, because a malicious page may have sent it.
    const ticket = ticketOf(landing);
    const tricked = await world.admin.try('POST /api/v1/lti/account', { ticket, proof: null });
    expect([tricked.status, tricked.body]).toMatchObject([400, { code: 'lti_refused' }]);
    // The browser of the launch with its own session can connect the account.
    const connect = await at.go('/api/v1/lti/account', {
      method: 'POST',
      headers: { authorization: `Bearer ${world.admin.tokens.jwt}` },
      body: { ticket, proof: null },
    });
    expect([connect.status, connect.body]).toMatchObject([200, { target: { path: '/edu' } }]);
    const later = browser();
    expect((await later.open(await launch(sent, later))).body).toMatchObject({ kind: 'signed_in' });
    expect(await later.who()).toBe(world.admin.uid);
    // The LMS vouched for this session, so it isn't proof for further actions.
    const [session] = await world.sql<{ method: string; in_frame: boolean }>(
      `select method, in_frame from sessions where user_id = $1 order by created_at desc, in_frame desc limit 1`,
      [world.admin.id],
    );
    expect(session).toEqual({ method: 'code', in_frame: true });
  });

  test('[EDU-01] treat people with a role at the school as staff until the role ends, even if already linked', async () => {
    await setUp({ matchBy: 'username' });
    const bursar = await world.join({ username: 'bursar' });
    const sent = message({ user: { sub: 'the-bursar', sourcedId: 'bursar' } });
    const outcome = async () => {
      const at = browser();
      const { body } = await at.open(await launch(sent, at));
      return [body, await at.who()];
    };
    const { id } = await world.admin.call('POST /api/v1/school/roles', {
      name: 'Launch bursar',
      permissions: ['finances.manage'],
    });
    const member = { id, uid: bursar.uid };
    await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', member);
    expect(await outcome()).toMatchObject([{ kind: 'unknown', why: 'staff' }, null]);
    // After the role ends, the LMS can sign the person in again.
    await world.admin.call('DELETE /api/v1/school/roles/{id}/members/{uid}', member);
    expect(await outcome()).toMatchObject([{ kind: 'signed_in' }, bursar.uid]);
    // The link from that time doesn't sign in a person with a role.
    await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', member);
    expect(await outcome()).toMatchObject([{ kind: 'unknown', why: 'staff' }, null]);
    await world.sql(`update role_grants set ends_at = now() where user_id = $1`, [bursar.id]);
    expect(await outcome()).toMatchObject([{ kind: 'signed_in' }, bursar.uid]);
  });

  test('[EDU-01] reject another LMS user of a linked person until the person disconnects the old one', async () => {
    await setUp({ matchBy: 'username' });
    const gus = await world.join({ username: 'gus' });
    const outcome = async (sub: string) => {
      const at = browser();
      const { body } = await at.open(
        await launch(message({ user: { sub, sourcedId: 'gus' } }), at),
      );
      return body;
    };
    // Several LMS users of one person launch at the same time. One is signed in, and the others get an error.
    const arrived = [];
    for (let n = 0; n < 6; n += 1) {
      const at = browser();
      const sent = message({ user: { sub: `gus-${n}`, sourcedId: 'gus' } });
      arrived.push([at, await launch(sent, at)] as const);
    }
    const opened = await Promise.all(arrived.map(([at, landing]) => at.open(landing)));
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200));
    const kinds = opened.map(({ body }) => (body as { kind: string }).kind);
    expect(kinds.toSorted()).toEqual(['signed_in', ...Array.from({ length: 5 }, () => 'unknown')]);
    expect(await outcome('gus-new')).toMatchObject({ why: 'linked_elsewhere' });
    const { items } = await gus.call('GET /api/v1/lti/accounts');
    expect(items).toMatchObject([{ platform: registered, name: 'Lectern' }]);
    for (const other of [
      await world.join({ username: 'hal' }),
      await world.signInAgain(world.eve),
    ]) {
      const { items: theirs } = await other.call('GET /api/v1/lti/accounts');
      expect(theirs).toEqual([]);
      const refused = await other.try('DELETE /api/v1/lti/accounts/{platform}', {
        platform: registered,
      });
      expect([refused.status, refused.body]).toMatchObject([404, { code: 'not_found' }]);
    }
    await gus.call('DELETE /api/v1/lti/accounts/{platform}', { platform: registered });
    expect(await gus.call('GET /api/v1/lti/accounts')).toEqual({ items: [] });
    const [entry] = await world.sql(
      `select count(*)::int as n from activity_log where kind = 'lti_account_disconnected' and actor_id = $1`,
      [gus.id],
    );
    expect(entry).toEqual({ n: 1 });
    expect(await outcome('gus-new')).toMatchObject({ kind: 'signed_in' });
  });

  test('[EDU-01] match email addresses only if the school trusts them', async () => {
    const dee = await world.join({ username: 'dee', email: 'Dee@demo.test' });
    const sent = message({ user: { sub: 'dee-there', email: 'dee@DEMO.test' } });
    await setUp({ matchBy: null });
    const at = browser();
    expect((await at.open(await launch(sent, at))).body).toMatchObject({
      kind: 'unknown',
      why: 'not_found',
    });
    await setUp({ matchBy: null, trustsEmails: true });
    const trusted = browser();
    await trusted.open(await launch(sent, trusted));
    expect(await trusted.who()).toBe(dee.uid);
    // One person has the identifier and another the email address, so the match is ambiguous.
    await setUp({ matchBy: 'username', trustsEmails: true });
    const both = browser();
    const ambiguous = await both.open(
      await launch(
        message({ user: { sub: 'two', sourcedId: 'eli', email: 'fay@demo.test' } }),
        both,
      ),
    );
    expect(ambiguous.body).toMatchObject({ why: 'not_found' });
    await world.join({ username: 'eli' });
    await world.join({ username: 'fay', email: 'fay@demo.test' });
    const now = browser();
    expect(
      (
        await now.open(
          await launch(
            message({ user: { sub: 'two', sourcedId: 'eli', email: 'fay@demo.test' } }),
            now,
          ),
        )
      ).body,
    ).toMatchObject({ why: 'ambiguous' });
  });

  test('[EDU-01] identify a browser without cookies by the value that the LMS stores', async () => {
    await setUp({ matchBy: 'username' });
    await platform.control({
      messages: { stored: message({ user: { sub: 'user-of-core', sourcedId: 'ana' } }) },
    });
    const at = browser();
    // The LMS first opens our page, without any secret.
    const leads = await at.login({ lti_storage_target: '_parent', lti_message_hint: 'stored' });
    expect(leads).toMatch(/^\/lti\/login#/);
    const begun = await at.go('/api/v1/lti/logins', {
      method: 'POST',
      body: Object.fromEntries(new URLSearchParams(leads.split('#')[1])),
    });
    const { location, storage } = begun.body as {
      location: string;
      storage: { target: string; origin: string; key: string; value: string };
    };
    expect(storage).toMatchObject({ target: '_parent', origin: platform.url });
    at.forgetCookies();
    const landing = locationOf(
      await at.post('/api/v1/lti/launch', await platform.authorize(location)),
    );
    // The link contains only the ticket. The storage's location comes from the registered LMS.
    expect([...new URLSearchParams(landing.split('#')[1]).keys()]).toEqual(['ticket']);
    const { value: _, ...place } = storage;
    expect((await at.open(landing)).body).toEqual({ kind: 'proof_needed', storage: place });
    expect(await at.who()).toBeNull();
    for (const proof of ['', 'something else'])
      expect((await at.open(landing, { proof })).body).toMatchObject({ code: 'lti_refused' });
    // Connecting an account also requires the proof.
    const connect = await at.go('/api/v1/lti/account', {
      method: 'POST',
      headers: { authorization: `Bearer ${world.ben.tokens.jwt}` },
      body: { ticket: ticketOf(landing), proof: null },
    });
    expect([connect.status, connect.body]).toMatchObject([400, { code: 'lti_refused' }]);
    expect((await at.open(landing, { proof: storage.value })).body).toMatchObject({
      kind: 'signed_in',
    });
    // Without storage, nothing identifies the browser.
    const blocked = browser();
    await platform.control({ messages: { plain: message({ user: { sub: 'user-of-core' } }) } });
    const plain = await blocked.login({ lti_message_hint: 'plain' });
    blocked.forgetCookies();
    expect(
      locationOf(await blocked.post('/api/v1/lti/launch', await platform.authorize(plain))),
    ).toBe('/lti/failed?code=other_browser');
  });
});

describe('checking launches', () => {
  const sent = (change: Partial<Message> = {}) =>
    message({ user: { sub: 'user-of-core', sourcedId: 'ana' }, ...change });
  const lti = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;
  const seconds = () => Math.floor(world.clock.now().getTime() / 1_000);

  test('[EDU-01] returns a code for each invalid message, signs no one in and stores nothing', async () => {
    await setUp({ matchBy: 'username' });
    const [before] = await world.sql(`select count(*)::int as n from lti_launches`);
    const cases: [string, Partial<Message>][] = [
      ['signature', { crooked: 'other_key' }],
      ['signature', { crooked: 'altered' }],
      ['signature', { crooked: 'none' }],
      ['signature', { crooked: 'hmac' }],
      ['key_unknown', { crooked: 'unknown_key' }],
      ['nonce', { oldNonce: true }],
      ['nonce', { claims: { nonce: null } }],
      ['issuer', { claims: { iss: 'https://elsewhere.example' } }],
      ['audience', { claims: { aud: 'another-tool', azp: null } }],
      ['audience', { claims: { aud: [testClient, 'another-tool'], azp: null } }],
      ['audience', { claims: { azp: 'another-tool' } }],
      ['expired', { claims: { exp: seconds() - 120 } }],
      ['expired', { claims: { exp: null } }],
      ['issued_at', { claims: { iat: seconds() + 600 } }],
      ['issued_at', { claims: { iat: seconds() - 7_200, exp: seconds() + 600 } }],
      ['issued_at', { claims: { iat: null } }],
      ['deployment', { claims: { [lti('deployment_id')]: 'another' } }],
      ['deployment', { claims: { [lti('deployment_id')]: null } }],
      ['version', { claims: { [lti('version')]: '1.1' } }],
      ['message_type', { claims: { [lti('message_type')]: 'LtiSubmissionReviewRequest' } }],
      ['claims', { claims: { [lti('resource_link')]: null } }],
      ['anonymous', { claims: { sub: null } }],
      ['test_user', { roles: ['http://purl.imsglobal.org/vocab/lti/system/person#TestUser'] }],
      ['no_link_type', { deepLink: { accepts: ['file'] } }],
      ['platform_refused', { error: 'login_required' }],
    ];
    // One valid launch, whose nonce the others repeat.
    const good = browser();
    await good.open(await launch(sent(), good));
    for (const [code, change] of cases) {
      const at = browser();
      expect([code, change, await at.launch(sent(change))]).toEqual([
        code,
        change,
        `/lti/failed?code=${code}`,
      ]);
      expect(await at.who()).toBeNull();
    }
    const [after] = await world.sql(`select count(*)::int as n from lti_launches`);
    expect(after).toEqual(before);
    // Staff see the unknown deployment.
    const { platforms } = await world.admin.call('GET /api/v1/school/lti');
    expect(platforms.find(({ id }) => id === registered)?.refusedDeployment).toBe('another');
  });

  test('[EDU-01] accepts a state once, for ten minutes, in its browser and at its school', async () => {
    await platform.control({ messages: { good: sent() } });
    const at = browser();
    const fields = await platform.authorize(await at.login({ lti_message_hint: 'good' }));
    const back = async (who: LtiBrowser, posted = fields) =>
      locationOf(await who.post('/api/v1/lti/launch', posted));
    const north = browser('north');
    expect(await back(north)).toBe('/lti/failed?code=state_unknown');
    expect(await back(at, { ...fields, state: 'made-up' })).toBe('/lti/failed?code=state_unknown');
    expect(await back(at)).toMatch(/^\/lti\/launch#/);
    expect(await back(at)).toBe('/lti/failed?code=state_used');
    // Another browser has a different cookie.
    const other = browser();
    const theirs = await platform.authorize(await other.login({ lti_message_hint: 'good' }));
    expect(await back(at, theirs)).toBe('/lti/failed?code=other_browser');
    const late = await platform.authorize(await at.login({ lti_message_hint: 'good' }));
    world.clock.advance(11 * 60_000);
    expect(await back(at, late)).toBe('/lti/failed?code=state_expired');
    const { id_token: _, ...without } = await platform.authorize(
      await at.login({ lti_message_hint: 'good' }),
    );
    expect(await back(at, without)).toBe('/lti/failed?code=bad_request');
  });

  test('[EDU-01] accepts a ticket once, in the browser of its launch', async () => {
    await platform.control({ ahead: world.clock.now().getTime() - Date.now() });
    const at = browser();
    const landing = await launch(sent(), at);
    const thief = browser();
    await thief.login();
    expect((await thief.open(landing)).body).toMatchObject({ code: 'lti_refused' });
    expect((await at.open(landing)).status).toBe(200);
    expect((await at.open(landing)).body).toMatchObject({ code: 'lti_ticket_invalid' });
  });

  test('[EDU-01] rejects logins with an unknown LMS, a disabled one, or an unknown deployment', async () => {
    const at = browser();
    const leads = (change: Record<string, string | undefined>) => at.login(change);
    expect((await at.post('/api/v1/lti/login', { iss: platform.url })).status).toBe(400);
    expect(await leads({ iss: 'https://elsewhere.example' })).toBe(
      '/lti/failed?code=unknown_platform',
    );
    expect(await leads({ client_id: 'another' })).toBe('/lti/failed?code=unknown_platform');
    // This login isn't signed, so staff don't see its deployment.
    expect(await leads({ lti_deployment_id: 'planted' })).toBe('/lti/failed?code=deployment');
    const [kept] = await world.sql(
      `select count(*)::int as n from lti_platforms where refused_deployment = 'planted'`,
    );
    expect(kept).toEqual({ n: 0 });
    expect(await browser('north').login()).toBe('/lti/failed?code=unknown_platform');
    // The client id is optional if the issuer has only one tool here.
    expect(new URL(await leads({ client_id: undefined })).origin).toBe(platform.url);
    await setUp({ isOn: false });
    expect(await leads({})).toBe('/lti/failed?code=platform_off');
    await setUp({ matchBy: 'username' });
  });

  test('[EDU-01] fetches new keys once, at most once a minute, and keeps the stored keys if the LMS is unreachable', async () => {
    const at = browser();
    expect(await at.launch(sent())).toMatch(/^\/lti\/launch#/);
    await platform.control({ rotates: true });
    world.clock.advance(61_000);
    await platform.control({ ahead: world.clock.now().getTime() - Date.now() });
    const before = (await platform.status()).keyReads;
    expect(await at.launch(sent())).toMatch(/^\/lti\/launch#/);
    expect(await at.launch(sent())).toMatch(/^\/lti\/launch#/);
    expect((await platform.status()).keyReads).toBe(before + 1);
    // Made-up keys cause no further request for a minute.
    for (let n = 0; n < 3; n += 1) {
      world.clock.advance(5_000);
      expect(await at.launch(sent({ crooked: 'unknown_key' }))).toBe(
        '/lti/failed?code=key_unknown',
      );
    }
    expect((await platform.status()).keyReads).toBe(before + 1);
    world.clock.advance(2 * 3_600_000);
    await platform.control({
      ahead: world.clock.now().getTime() - Date.now(),
      keyAnswers: 'errors',
    });
    expect(await browser().launch(sent())).toMatch(/^\/lti\/launch#/);
    expect((await platform.status()).keyReads).toBe(before + 2);
    await platform.control({ keyAnswers: 'well' });
  });

  test('[EDU-01] fetches an unknown key once while a whole class signs in', async () => {
    for (const first of [true, false]) {
      if (first)
        await world.sql(
          `update lti_platforms set keys = null, keys_attempted_at = null where issuer = $1`,
          [platform.url],
        );
      else await platform.control({ rotates: true });
      world.clock.advance(61_000);
      await platform.control({
        ahead: world.clock.now().getTime() - Date.now(),
        keyAnswers: 'slowly',
      });
      const before = (await platform.status()).keyReads;
      const landed = await Promise.all(Array.from({ length: 6 }, () => browser().launch(sent())));
      expect([first, landed.filter((one) => !one.startsWith('/lti/launch#'))]).toEqual([first, []]);
      expect((await platform.status()).keyReads).toBe(before + 1);
    }
    // Launches whose key the reading didn't find fail without another reading.
    const { keyReads } = await platform.status();
    expect(await browser().launch(sent({ crooked: 'unknown_key' }))).toBe(
      '/lti/failed?code=key_unknown',
    );
    expect((await platform.status()).keyReads).toBe(keyReads);
    await platform.control({ keyAnswers: 'well' });
  });

  test('[EDU-01] stores and logs no secrets', async () => {
    const entries = JSON.stringify(await world.sql(`select * from activity_log`));
    const launches = JSON.stringify(await world.sql(`select * from lti_launches`));
    const keys = await world.sql<{ encrypted_key: string; public_key: { d?: string } }>(
      `select * from lti_keys`,
    );
    // A token has a header, which begins with eyJ, and a dot. Random values can contain eyJ, but no dot.
    for (const text of [entries, launches])
      expect(text).not.toMatch(/ana@|eyJ[\w-]+\.|user-of-core/);
    expect(keys).toHaveLength(1);
    expect(keys[0]?.public_key.d).toBeUndefined();
  });
});

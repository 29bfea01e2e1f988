import { createHash, randomUUID } from 'node:crypto';
import { decodeJWT, verifyJWT } from 'did-jwt';
import { beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { maintenance } from '../../app.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { pdfPages } from '../../../test/pdf-text.ts';
import { isValidCredential } from '../../../test/credential-status.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

type Fields = InputOf<'POST /api/v1/cct/entries'>;
let service = '';
let verifier: Person;

const setupKind = async (name: string, more: object = {}): Promise<string> => {
  const { kinds } = await world.admin.call('POST /api/v1/school/record/kinds', { name, ...more });
  return kinds.find((one) => one.name === name)?.id ?? '';
};
const fieldsOf = (more: Partial<Fields> = {}): Fields => ({
  clientId: randomUUID(),
  kind: service,
  title: 'Shift lead',
  organization: 'Campus pantry',
  startsOn: '2026-02-01',
  endsOn: '2026-05-31',
  minutes: 20 * 60,
  summary: 'Led a team of four.',
  ...more,
});
const add = (who: Person, more: Partial<Fields> = {}) =>
  who.call('POST /api/v1/cct/entries', fieldsOf(more));
const submit = (who: Person, id: string) =>
  who.call('POST /api/v1/cct/entries/{id}/submission', { id });
const decide = async (
  who: Person,
  submission: string,
  decision: 'approve' | 'request_changes' | 'deny',
  reason = '',
) => {
  const { version } = await who.call('GET /api/v1/approvals/{id}', { id: submission });
  return who.call('POST /api/v1/approvals/{id}/decision', {
    id: submission,
    version,
    decision,
    reason,
  });
};
const verified = async (who: Person, more: Partial<Fields> = {}) => {
  const entry = await add(who, more);
  const { submission } = await submit(who, entry.id);
  await decide(verifier, submission ?? '', 'approve');
  return entry.id;
};
const read = async (who: Person, id: string) => {
  const entry = (await who.call('GET /api/v1/cct/entries')).items.find((one) => one.id === id);
  if (entry === undefined) throw new Error('the experience is not there');
  return entry;
};
const issue = (who: Person, more: Partial<InputOf<'POST /api/v1/cct/documents'>> = {}) =>
  who.call('POST /api/v1/cct/documents', {
    clientId: randomUUID(),
    kind: 'transcript',
    ...more,
  });
const fileOf = async (who: Person, id: string) => {
  const { base64, ...about } = await who.call('GET /api/v1/cct/documents/{id}/file', { id });
  return { ...about, bytes: Buffer.from(base64, 'base64') };
};
const verify = async (code: string): Promise<PublicDocument> => {
  const { body } = await world.visit(`/api/v1/public/record?code=${code}`);
  return (body as { document: PublicDocument }).document;
};

const achievementIn = (jwt: string) =>
  (decodeJWT(jwt).payload['credentialSubject'] as { achievement: { id: string } }).achievement;

beforeAll(async () => {
  verifier = await world.join({ username: 'calloway', account_type: 'Faculty' });
  service = await setupKind('Service', { verifiers: [verifier.uid] });
});

describe('experiences', () => {
  test('[CCT-01] can be entered, returned, corrected and resubmitted until a verifier of their type verifies them', async () => {
    const entry = await add(world.ana, { reflection: 'I learned to ask.' });
    expect(entry).toMatchObject({ state: 'self_reported', verifiedBy: '', minutes: 1_200 });
    const waiting = await submit(world.ana, entry.id);
    expect(waiting).toMatchObject({
      state: 'waiting',
      can: { update: false, withdraw: true, submit: false },
    });
    expect(waiting.waitsFor).toHaveLength(1);
    const submission = waiting.submission ?? '';

    // A waiting experience stays as submitted.
    const { clientId: _, ...same } = fieldsOf();
    const change = { ...same, id: entry.id, version: waiting.version };
    expect(codeOf(await world.ana.try('PATCH /api/v1/cct/entries/{id}', change))).toEqual([
      409,
      'record_entry_fixed',
    ]);
    // The verifier sees the experience without the reflection. No one else can see it.
    const seen = await verifier.call('GET /api/v1/cct/entries/{id}', { id: entry.id });
    expect(seen).toMatchObject({
      title: 'Shift lead',
      reflection: '',
      person: { uid: world.ana.uid },
    });
    expect(seen.can).toEqual({ update: false, delete: false, submit: false, withdraw: false });
    for (const other of [world.ben, world.eve])
      expect((await other.try('GET /api/v1/cct/entries/{id}', { id: entry.id })).status).toBe(404);

    await decide(verifier, submission, 'request_changes', 'Please add the dates.');
    const back = await read(world.ana, entry.id);
    expect(back).toMatchObject({ state: 'sent_back', reason: 'Please add the dates.' });
    await world.ana.call('PATCH /api/v1/cct/entries/{id}', {
      ...same,
      id: entry.id,
      version: back.version,
      startsOn: '2026-01-15',
    });
    await submit(world.ana, entry.id);
    await decide(verifier, submission, 'approve');
    const done = await read(world.ana, entry.id);
    expect(done).toMatchObject({ state: 'verified', startsOn: '2026-01-15', submission: null });
    expect(done.verifiedBy).not.toBe('');

    // A change removes the verification.
    const changed = await world.ana.call('PATCH /api/v1/cct/entries/{id}', {
      ...same,
      id: entry.id,
      version: done.version,
      minutes: 60_000,
    });
    expect(changed).toMatchObject({ state: 'self_reported', verifiedBy: '', verifiedAt: null });
  });

  test('reject the second of two simultaneous edits, and edits by other people', async () => {
    const { id, version } = await add(world.ana);
    const { clientId: _, ...fields } = fieldsOf({ title: 'First' });
    await world.ana.call('PATCH /api/v1/cct/entries/{id}', { ...fields, id, version });
    expect(
      codeOf(await world.ana.try('PATCH /api/v1/cct/entries/{id}', { ...fields, id, version })),
    ).toEqual([409, 'record_entry_changed']);
    for (const other of [world.ben, world.admin, world.eve]) {
      for (const key of [
        'DELETE /api/v1/cct/entries/{id}',
        'POST /api/v1/cct/entries/{id}/submission',
      ] as const)
        expect((await other.try(key, { id })).status).toBe(404);
      expect(
        (await other.call('GET /api/v1/cct/entries')).items.map((one) => one.id),
      ).not.toContain(id);
    }
  });

  test('with invalid input return an error code and aren’t stored', async () => {
    const before = (await world.ben.call('GET /api/v1/cct/entries')).items.length;
    const refused = async (more: Record<string, unknown>) =>
      codeOf(await world.ben.try('POST /api/v1/cct/entries', { ...fieldsOf(), ...more }));
    expect(await refused({ minutes: -60 })).toEqual([400, 'invalid_input']);
    expect(await refused({ startsOn: '2026-05-02', endsOn: '2026-05-01' })).toEqual([
      422,
      'record_dates',
    ]);
    expect(await refused({ startsOn: '2099-01-01', endsOn: null })).toEqual([422, 'record_dates']);
    expect(await refused({ startsOn: '2026-02-30' })).toEqual([400, 'invalid_input']);
    expect(await refused({ kind: '999' })).toEqual([422, 'record_kind_unknown']);
    expect((await world.ben.call('GET /api/v1/cct/entries')).items).toHaveLength(before);
    // An experience that is sent twice is stored once.
    const fields = fieldsOf();
    const [one, two] = await Promise.all([
      world.ben.call('POST /api/v1/cct/entries', fields),
      world.ben.call('POST /api/v1/cct/entries', fields),
    ]);
    expect(one.id).toBe(two.id);
  });

  test('reject an edit during their submission or submit it, too', async () => {
    for (let round = 0; round < 8; round += 1) {
      const entry = await add(world.ana);
      const { clientId: _, ...fields } = fieldsOf({ minutes: 60_000 });
      const [submitted, edited] = await Promise.all([
        world.ana.try('POST /api/v1/cct/entries/{id}/submission', { id: entry.id }),
        world.ana.try('PATCH /api/v1/cct/entries/{id}', {
          ...fields,
          id: entry.id,
          version: entry.version,
        }),
      ]);
      expect(submitted.status).toBe(200);
      const { submission, minutes } = await read(world.ana, entry.id);
      const shown = await verifier.call('GET /api/v1/approvals/{id}', { id: submission ?? '' });
      const hours = shown.fields.find(({ key }) => key === 'hours')?.value;
      expect([edited.status, hours]).toEqual(edited.status === 200 ? [200, '1000'] : [409, '20']);
      expect(String(minutes / 60)).toBe(hours);
    }
  });

  test('reject another person’s file as evidence', async () => {
    const { id } = await world.ana.call('POST /api/v1/uploads', {
      clientId: randomUUID(),
      name: 'letter.txt',
      size: 5,
    });
    await world.sql(`update uploads set type = 'text/plain' where id = $1`, [id]);
    expect((await add(world.ben, { files: [id] })).files).toEqual([]);
    expect((await add(world.ana, { files: [id] })).files).toMatchObject([{ name: 'letter.txt' }]);
  });
});

describe('documents', () => {
  test('[CCT-01] contain only verified experiences, open with a code, and show revocations and corrections immediately', async () => {
    const holder = await world.join({ username: 'zoe', first_name: 'Zoë', last_name: 'Łukasz' });
    expect(
      codeOf(
        await holder.try('POST /api/v1/cct/documents', {
          clientId: randomUUID(),
          kind: 'transcript',
        }),
      ),
    ).toEqual([422, 'record_document_empty']);
    const [first, second] = [
      await verified(holder, { startsOn: '2026-03-01' }),
      await verified(holder, {
        title: 'Tutor, mathematics',
        organization: 'مكتبة',
        reflection: 'Mine alone.',
      }),
    ];
    await add(holder, { title: 'Self-reported' });
    const made = await issue(holder);
    const shown = await verify(made.code.toLowerCase());
    expect(shown).toMatchObject({ status: 'valid', holder: 'Zoë Łukasz' });
    expect(
      shown.entries.map(({ title, status, reflection }) => [title, status, reflection]),
    ).toEqual([
      ['Shift lead', 'valid', ''],
      ['Tutor, mathematics', 'valid', ''],
    ]);
    const { bytes, name, type } = await fileOf(holder, made.id);
    expect([type, name.endsWith('.pdf')]).toEqual(['application/pdf', true]);
    expect(shown.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    // A changed file doesn't match.
    const altered = Buffer.from(bytes);
    altered[500] = (altered[500] ?? 0) ^ 1;
    expect(shown.sha256).not.toBe(createHash('sha256').update(altered).digest('hex'));
    const [text = ''] = await pdfPages(bytes);
    for (const words of ['Zoë Łukasz', 'Shift lead', 'Campus pantry', made.code.slice(0, 5)])
      expect(text).toContain(words);
    expect(text).not.toContain('Self-reported');

    // Only its holder can download the file.
    for (const other of [world.ana, world.admin, world.eve])
      expect((await other.try('GET /api/v1/cct/documents/{id}/file', { id: made.id })).status).toBe(
        404,
      );

    await world.admin.call('PUT /api/v1/school/record/entries/{id}/revocation', {
      id: first,
      reason: 'Never worked there.',
    });
    const { version } = await read(holder, second);
    const { clientId: _, ...fields } = fieldsOf({ title: 'Tutor', organization: 'مكتبة' });
    await holder.call('PATCH /api/v1/cct/entries/{id}', { ...fields, id: second, version });
    expect((await verify(made.code)).entries.map(({ status }) => status).toSorted()).toEqual([
      'corrected',
      'revoked',
    ]);
    expect((await read(holder, first)).reason).toBe('Never worked there.');

    await holder.call('DELETE /api/v1/cct/documents/{id}', { id: made.id });
    const gone = await verify(made.code);
    expect(gone).toMatchObject({ status: 'revoked', holder: '', entries: [], badges: [] });
    expect(gone.isRevokedBySchool).toBe(false);
  });

  test('don’t open with unknown codes and codes of other schools, and limit guesses', async () => {
    await verified(world.ana);
    const { code } = await issue(world.ana);
    const path = `/api/v1/public/record?code=${code}`;
    expect((await world.visit(path)).status).toBe(200);
    expect((await world.visit(path, { host: 'north.localhost' })).status).toBe(404);
    expect(codeOf(await world.visit('/api/v1/public/record?code=0000000000'))).toEqual([
      404,
      'record_document_unknown',
    ]);
    const from = '203.0.113.9';
    const tries = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.visit('/api/v1/public/record?code=0000000001', { from }),
      ),
    );
    expect(tries.every(({ status }) => status === 404)).toBe(true);
    await world.sql(`update rate_limits set used = 600 where subject like '%public:203.0.113%'`);
    expect(codeOf(await world.visit(path, { from }))[0]).toBe(429);
  });
});

const isValid = (jwt: string) => isValidCredential(world, jwt);

describe('badges', () => {
  /** Resolves the school's keys like another program. */
  const resolver = {
    resolve: async () => {
      const { body } = await world.visit('/.well-known/did.json');
      return { didDocument: body as never, didDocumentMetadata: {}, didResolutionMetadata: {} };
    },
  };
  const isVerified = (jwt: string) =>
    verifyJWT(jwt, {
      resolver,
      policies: { aud: false, now: world.clock.now().getTime() / 1_000 },
    }).then(
      ({ verified: good }) => good,
      () => false,
    );

  test('[CCT-01] are earned by verified experiences, form paths, and are lost without them', async () => {
    const holder = await world.join({ username: 'neighbor' });
    const base = { icon: 'heart' as const, color: 1 };
    const setup = await world.admin.call('POST /api/v1/school/record/badges', {
      ...base,
      name: 'Neighbor',
      basis: 'hours',
      kind: service,
      goal: 50,
    });
    const neighbor = setup.badges.find(({ name }) => name === 'Neighbor')?.id ?? '';
    await world.admin.call('POST /api/v1/school/record/badges', {
      ...base,
      name: 'Path of service',
      basis: 'badges',
      goal: 1,
      steps: [neighbor],
    });
    const badges = async () =>
      (await holder.call('GET /api/v1/cct')).badges
        .filter(({ name }) => ['Neighbor', 'Path of service'].includes(name))
        .map(({ name, progress, goal, award }) => [name, progress, goal, award !== null]);
    await verified(holder, { minutes: 38 * 60 });
    expect(await badges()).toEqual([
      ['Neighbor', 38, 50, false],
      ['Path of service', 0, 1, false],
    ]);
    const more = await verified(holder, { minutes: 12 * 60 });
    expect(await badges()).toEqual([
      ['Neighbor', 50, 50, true],
      ['Path of service', 1, 1, true],
    ]);
    await world.admin.call('PUT /api/v1/school/record/entries/{id}/revocation', {
      id: more,
      reason: 'Counted twice.',
    });
    expect(await badges()).toEqual([
      ['Neighbor', 38, 50, false],
      ['Path of service', 0, 1, false],
    ]);
  });

  test('[CCT-01] are Open Badges 3.0 credentials that an independent library verifies, but not with a changed byte', async () => {
    const holder = await world.join({ username: 'credential' });
    const setup = await world.admin.call('POST /api/v1/school/record/badges', {
      icon: 'star',
      color: 2,
      name: 'First steps',
      basis: 'entries',
      goal: 1,
    });
    const badge = setup.badges.find(({ name }) => name === 'First steps')?.id ?? '';
    await verified(holder);
    const own = (await holder.call('GET /api/v1/cct')).badges.find(({ id }) => id === badge);
    const award = own?.award?.id ?? '';
    const made = await issue(holder, { kind: 'badge', award });
    const { bytes, type } = await fileOf(holder, made.id);
    expect(type).toBe('application/vc+jwt');
    const jwt = bytes.toString();
    const { header, payload } = decodeJWT(jwt);
    expect(header).toMatchObject({
      alg: 'EdDSA',
      kid: expect.stringMatching(/^did:web:localhost.*#key-\d+$/),
    });
    expect(payload).toMatchObject({
      iss: 'did:web:localhost',
      jti: made.url,
      id: made.url,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      credentialSubject: { achievement: { name: 'First steps', criteria: {} } },
    });
    expect(JSON.stringify(payload)).not.toContain(holder.email);
    expect(await isVerified(jwt)).toBe(true);
    for (const at of [jwt.indexOf('.') + 20, jwt.length - 20]) {
      const altered = jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1);
      expect(await isVerified(altered)).toBe(false);
    }
    // A signature with an old key stays valid after the school gets a new key.
    await world.admin.call('POST /api/v1/school/record/keys', {});
    expect(await isVerified(jwt)).toBe(true);
    const record = await issue(holder, { kind: 'learner_record' });
    const clr = (await fileOf(holder, record.id)).bytes.toString();
    expect(await isVerified(clr)).toBe(true);
    expect(decodeJWT(clr).header.kid).not.toBe(header.kid);
    expect(decodeJWT(clr).payload).toMatchObject({
      type: ['VerifiableCredential', 'ClrCredential'],
      credentialSubject: {
        verifiableCredential: [
          { name: 'Shift lead, Campus pantry' },
          { credentialSubject: { achievement: achievementIn(jwt) } },
        ],
      },
    });
    // Two holders of a badge have the same achievement.
    const second = await world.join({ username: 'credential.two' });
    await verified(second);
    const theirs = (await second.call('GET /api/v1/cct')).badges.find(({ id }) => id === badge);
    const other = await issue(second, { kind: 'badge', award: theirs?.award?.id ?? '' });
    expect(achievementIn((await fileOf(second, other.id)).bytes.toString())).toEqual(
      achievementIn(jwt),
    );

    expect(await isValid(jwt)).toBe(true);
    expect(await isValid(clr)).toBe(true);
    await world.admin.call('DELETE /api/v1/school/record/badges/{id}/awards/{uid}', {
      id: badge,
      uid: holder.uid,
    });
    expect(await isValid(jwt)).toBe(false);
    // The page of a lost badge's credential no longer shows a name.
    expect(await verify(made.code)).toMatchObject({ status: 'revoked', holder: '', badges: [] });
    // A record that contains the badge is invalid too, for programs that only check the whole.
    expect(await isValid(clr)).toBe(false);
    // The list reveals nothing to readers who don't have the credential.
    const published = `${(await world.visit('/record/status/0')).text}${(await world.visit('/record/revocations.json')).text}`;
    expect(published).not.toContain(made.code);
    expect(published).not.toContain(record.code);
    expect((await world.visit('/record/status/1')).status).toBe(404);
    // The list contains the URL of an older credential, so the page at that URL shows no personal data.
    await world.sql('alter table record_documents disable trigger record_documents_keep');
    await world.sql('update record_documents set status_id = null where code = $1', [record.code]);
    await world.sql('alter table record_documents enable trigger record_documents_keep');
    expect((await world.visit('/record/revocations.json')).text).toContain(record.url);
    expect(await verify(record.code)).toMatchObject({ status: 'revoked', holder: '', entries: [] });
    // Staff revoked it, so settling the record doesn't award it again.
    await verified(holder, { title: 'Another' });
    const after = (await holder.call('GET /api/v1/cct')).badges.find(({ id }) => id === badge);
    expect(after?.award).toBeNull();
    // People can't create documents for other people's badges.
    expect(
      (
        await world.ben.try('POST /api/v1/cct/documents', {
          clientId: randomUUID(),
          kind: 'badge',
          award,
        })
      ).status,
    ).toBe(404);
  });
});

test('[CCT-01] verifying an experience again with other texts invalidates a document, but renaming a type doesn’t', async () => {
  const holder = await world.join({ username: 'reworded' });
  const kind = await setupKind('Tutoring', { verifiers: [verifier.uid] });
  const id = await verified(holder, { kind });
  const transcript = await issue(holder);
  const record = await issue(holder, { kind: 'learner_record' });
  const status = async () => (await verify(transcript.code)).entries.map((one) => one.status);
  const clr = (await fileOf(holder, record.id)).bytes.toString();
  const revoked = async () => !(await isValid(clr));
  await world.sql(`update record_types set name = 'Peer tutoring' where name = 'Tutoring'`);
  expect(await status()).toEqual(['valid']);
  const { clientId: _, ...same } = fieldsOf({ kind });
  const { version } = await read(holder, id);
  world.clock.advance(60_000);
  await holder.call('PATCH /api/v1/cct/entries/{id}', {
    ...same,
    id,
    version,
    summary: 'Led the whole pantry.',
  });
  const { submission } = await submit(holder, id);
  await decide(verifier, submission ?? '', 'approve');
  expect(await status()).toEqual(['corrected']);
  expect(await revoked()).toBe(true);
});

test('erasing an account removes the record and its documents', async () => {
  const leaver = await world.join({ username: 'leaver' });
  await verified(leaver);
  const { code } = await issue(leaver);
  expect(JSON.stringify(await leaver.call('GET /api/v1/account/data'))).toContain('Shift lead');
  await leaver.call('POST /api/v1/account/erase', { password: 'correct horse battery' } as never);
  await world.app.jobs.settle();
  expect((await world.visit(`/api/v1/public/record?code=${code}`)).status).toBe(404);
});

// These tests advance the clock, which expires tokens, so they come last.
describe('the passage of time', () => {
  test('[CCT-01] adds positions and attended events with their hours automatically, and ends them', async () => {
    await setupKind('Leadership', { source: 'positions' });
    await setupKind('Taking part', { source: 'events' });
    const club = await world.admin.call('POST /api/v1/clubs', {
      clientId: randomUUID(),
      name: 'Greenhouse',
      membership: 'open',
    });
    const [president] = (await world.admin.call('GET /api/v1/school/club-positions')).items;
    await world.cy.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
    await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
      id: club.id,
      act: 'position',
      uids: [world.cy.uid],
      position: president?.id ?? '',
    });
    const starts = new Date(world.clock.now().getTime() + 3_600_000);
    const event = await world.admin.call('POST /api/v1/events', {
      clientId: randomUUID(),
      title: 'Planting day',
      dateStart: starts.toISOString(),
      dateEnd: new Date(starts.getTime() + 150 * 60_000).toISOString(),
      timeZone: 'Europe/Lisbon',
      club: club.id,
    });
    await world.cy.call('PUT /api/v1/events/{id}/registration', { id: event.id });
    world.clock.advance(4 * 3_600_000);
    const [admin, cy] = [await world.signInAgain(world.admin), await world.signInAgain(world.cy)];
    await admin.call('POST /api/v1/events/{id}/attendees', {
      id: event.id,
      uids: [world.cy.uid],
      act: 'attended',
    });
    await world.app.jobs.settle();
    const own = (await cy.call('GET /api/v1/cct/entries')).items;
    expect(
      own.map(({ source, state, minutes, organization }) => ({
        source,
        state,
        minutes,
        organization,
      })),
    ).toEqual(
      expect.arrayContaining([
        { source: 'position', state: 'verified', minutes: 0, organization: 'Greenhouse' },
        { source: 'events', state: 'verified', minutes: 150, organization: 'Greenhouse' },
      ]),
    );
    const position = own.find(({ source }) => source === 'position');
    // People can't edit data from the school. They can add a reflection.
    const { clientId: _, ...fields } = fieldsOf({ title: 'Emperor', reflection: 'Hard work.' });
    const kept = await cy.call('PATCH /api/v1/cct/entries/{id}', {
      ...fields,
      id: position?.id ?? '',
      version: position?.version ?? 0,
    });
    expect(kept).toMatchObject({
      title: position?.title,
      reflection: 'Hard work.',
      state: 'verified',
    });
    expect(codeOf(await cy.try('DELETE /api/v1/cct/entries/{id}', { id: kept.id }))).toEqual([
      409,
      'record_entry_source',
    ]);
    // People whose attendance is removed lose the hours.
    await admin.call('POST /api/v1/events/{id}/attendees', {
      id: event.id,
      uids: [world.cy.uid],
      act: 'absent',
    });
    await world.app.jobs.settle();
    expect(
      (await cy.call('GET /api/v1/cct/entries')).items.map(({ source }) => source),
    ).not.toContain('events');
    // Events that people attended before the school started to count also count.
    const sources = async () =>
      (await cy.call('GET /api/v1/cct/entries')).items.map((one) => one.source);
    const { kinds } = await admin.call('GET /api/v1/school/record');
    const taking = kinds.find(({ name }) => name === 'Taking part');
    const count = async (source: 'events' | null, version: number) => {
      const { id: kind = '', name = '' } = taking ?? {};
      await admin.call('PATCH /api/v1/school/record/kinds/{id}', {
        id: kind,
        name,
        source,
        version,
      });
      await world.app.jobs.settle();
    };
    await count(null, taking?.version ?? 0);
    await admin.call('POST /api/v1/events/{id}/attendees', {
      id: event.id,
      uids: [world.cy.uid],
      act: 'attended',
    });
    await world.app.jobs.settle();
    expect(await sources()).not.toContain('events');
    await count('events', (taking?.version ?? 0) + 1);
    expect(await sources()).toContain('events');
    // Every attended date of a series counts.
    const begin = world.clock.now().getTime() - 8 * 86_400_000;
    const series = await admin.call('POST /api/v1/events', {
      clientId: randomUUID(),
      title: 'Yoga',
      dateStart: new Date(begin).toISOString(),
      dateEnd: new Date(begin + 45 * 60_000).toISOString(),
      timeZone: 'UTC',
      rrule: 'FREQ=WEEKLY;COUNT=5',
      registration: 'event',
    });
    await cy.call('PUT /api/v1/events/{id}/registration', { id: series.id });
    for (const days of [0, 7]) {
      await admin.call('POST /api/v1/events/{id}/check-ins', {
        id: series.id,
        scans: [
          {
            clientId: randomUUID(),
            uid: world.cy.uid,
            at: new Date(begin + days * 86_400_000).toISOString(),
          },
        ],
      });
    }
    await world.app.jobs.settle();
    expect((await cy.call('GET /api/v1/cct/entries')).items).toContainEqual(
      expect.objectContaining({ source: 'events', organization: '', minutes: 90 }),
    );
    await world.sql('delete from role_grants where user_id = $1 and scope_id <> 0', [world.cy.id]);
    await runMaintenance(world.pool, maintenance, world.clock.now());
    expect(await read(cy, kept.id)).toMatchObject({
      endsOn: world.clock.now().toISOString().slice(0, 10),
    });
  });

  test('hides personal data in expired documents, and the database rejects changes to issued ones', async () => {
    const ana = await world.signInAgain(world.ana);
    const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const { code } = await issue(ana, { expiresOn: tomorrow });
    expect(await verify(code)).toMatchObject({ status: 'valid' });
    await expect(
      world.sql(`update record_documents set content = '{}' where code = $1`, [code]),
    ).rejects.toThrow('can only be revoked');
    world.clock.advance(3 * 86_400_000);
    expect(await verify(code)).toMatchObject({ status: 'expired', holder: '', entries: [] });
  });
});

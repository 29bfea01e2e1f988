import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { pdfPages } from '../../../test/pdf-text.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld({ ownDatabase: true });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

type Layout = Omit<InputOf<'PUT /api/v1/school/record/layout'>, 'version'>;
const none = { office: '', signatoryTitle: '', introduction: '' };
const layoutOf = (more: Partial<Layout> = {}): Layout => ({
  signatory: 'Dr. Łucja Weiß',
  texts: {
    en: {
      office: 'Office of Student Life',
      signatoryTitle: 'Dean of Students',
      introduction: 'This record shows what was verified.',
    },
    de: { ...none, office: 'Studierendenbüro' },
    ar: none,
  },
  shown: ['dates', 'hours', 'verifiers', 'competencies', 'reflections'],
  signature: null,
  ...more,
});
const put = async (who: Person, more: Partial<Layout> = {}) => {
  const { version } = await who.call('GET /api/v1/school/record/layout');
  return who.call('PUT /api/v1/school/record/layout', { version, ...layoutOf(more) });
};
const issue = (who: Person, more: Partial<InputOf<'POST /api/v1/cct/documents'>> = {}) =>
  who.call('POST /api/v1/cct/documents', { clientId: randomUUID(), kind: 'transcript', ...more });
const fileOf = async (who: Person, id: string) =>
  Buffer.from((await who.call('GET /api/v1/cct/documents/{id}/file', { id })).base64, 'base64');
const textOf = async (bytes: Buffer) => (await pdfPages(bytes)).join(' ');
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const verify = async (code: string): Promise<PublicDocument> =>
  ((await world.visit(`/api/v1/public/record?code=${code}`)).body as { document: PublicDocument })
    .document;

const sendPicture = async (who: Person) => {
  const bytes = await sharp({
    create: { width: 300, height: 100, channels: 3, background: '#102080' },
  })
    .png()
    .toBuffer();
  const { id } = await who.call('POST /api/v1/uploads', {
    clientId: randomUUID(),
    name: 'signature.png',
    size: bytes.length,
  });
  await who.try('PUT /api/v1/uploads/{id}', { id, offset: 0, upload: bytes });
  return id;
};

let other: Person;
beforeAll(async () => {
  other = await world.join({ username: 'registrar', is_admin: true });
  const { kinds } = await world.admin.call('POST /api/v1/school/record/kinds', {
    name: 'Service',
    verifiers: [other.uid],
  });
  const { id } = await world.ana.call('POST /api/v1/cct/entries', {
    clientId: randomUUID(),
    kind: kinds[0]?.id ?? '',
    title: 'Shift lead',
    organization: 'Campus pantry',
    startsOn: '2026-02-01',
    endsOn: '2026-05-31',
    minutes: 1_230,
    reflection: 'I learned to ask.',
  });
  const { submission } = await world.ana.call('POST /api/v1/cct/entries/{id}/submission', { id });
  const at = { id: submission ?? '' };
  const { version } = await other.call('GET /api/v1/approvals/{id}', at);
  await other.call('POST /api/v1/approvals/{id}/decision', {
    ...at,
    version,
    decision: 'approve',
    reason: '',
  });
  for (const name of ['First badge', 'Second badge']) {
    const { badges } = await world.admin.call('POST /api/v1/school/record/badges', {
      name,
      icon: 'star',
      color: 1,
      basis: 'manual',
      goal: 1,
    });
    await world.admin.call('PUT /api/v1/school/record/badges/{id}/awards/{uid}', {
      id: badges.find((one) => one.name === name)?.id ?? '',
      uid: world.ana.uid,
    });
  }
});

test(
  '[CCT-01] staff design the transcript, and issued ones keep their design and a valid hash',
  { tags: ['soak'] },
  async () => {
    expect(await world.admin.call('GET /api/v1/school/record/layout')).toMatchObject({
      version: 0,
    });
    const before = await issue(world.ana);
    const first = await fileOf(world.ana, before.id);
    expect(await textOf(first)).not.toContain('Office of Student Life');

    const stored = await put(world.admin);
    expect(stored).toMatchObject({ version: 1, signatory: 'Dr. Łucja Weiß', signature: null });
    const after = await issue(world.ana, { withReflections: true });
    const second = await fileOf(world.ana, after.id);
    const text = await textOf(second);
    for (const part of [
      'Office of Student Life',
      'Dean of Students',
      'Dr. Łucja Weiß',
      'This record shows what was verified.',
      'Verified hours',
      'I learned to ask.',
    ])
      expect(text).toContain(part);
    // The German transcript has the German texts, and the English one for those that are missing.
    const german = await textOf(
      await fileOf(world.ana, (await issue(world.ana, { language: 'de' })).id),
    );
    expect(german).toContain('Studierendenbüro');
    expect(german).toContain('Dean of Students');

    await put(world.admin, { shown: ['dates'], signatory: '' });
    const short = await issue(world.ana, { withReflections: true });
    const shortText = await textOf(await fileOf(world.ana, short.id));
    for (const part of ['Verified hours', '20.5', 'Verified by', 'Łucja', 'I learned to ask.'])
      expect(shortText).not.toContain(part);
    expect(shortText).toContain('Campus pantry');
    // The page also leaves out what the school hides on its transcripts.
    expect((await verify(short.code)).entries[0]?.reflection).toBe('');
    expect((await world.ana.call('GET /api/v1/cct')).hasReflections).toBe(false);

    for (const [{ id, code }, bytes] of [
      [before, first],
      [after, second],
    ] as const) {
      expect(await fileOf(world.ana, id)).toEqual(bytes);
      expect(await verify(code)).toMatchObject({ status: 'valid', sha256: hash(bytes) });
    }
    const log = await world.sql(
      `select detail ->> 'act' as act from activity_log where kind = 'record_changed' and detail ->> 'act' = 'layout'`,
    );
    expect(log).toHaveLength(2);
  },
);

test('[CCT-01] the second of two simultaneous layout edits fails, and only staff can read and change the layout', async () => {
  const { version } = await world.admin.call('GET /api/v1/school/record/layout');
  const [mine, theirs] = await Promise.all(
    [world.admin, other].map((who, at) =>
      who.try('PUT /api/v1/school/record/layout', {
        version,
        ...layoutOf({ signatory: `Signatory ${at}` }),
      }),
    ),
  );
  const answers = [mine, theirs].map((one) => one?.status).toSorted();
  expect(answers).toEqual([200, 409]);
  const lost = mine?.status === 409 ? mine : theirs;
  expect(lost && codeOf(lost)).toEqual([409, 'record_setup_changed']);
  for (const who of [world.ana, world.ben, world.eve]) {
    expect((await who.try('GET /api/v1/school/record/layout')).status).toBe(403);
    const sent = { version: version + 1, ...layoutOf() };
    expect((await who.try('PUT /api/v1/school/record/layout', sent)).status).toBe(403);
    const preview = { language: 'en' as const, ...layoutOf() };
    expect((await who.try('POST /api/v1/school/record/layout/preview', preview)).status).toBe(403);
  }
});

test('[CCT-01] a signature is the caller’s own picture or the stored one, and a preview stores nothing', async () => {
  const { id: text } = await world.admin.call('POST /api/v1/uploads', {
    clientId: randomUUID(),
    name: 'signature.txt',
    size: 5,
  });
  await world.admin.try('PUT /api/v1/uploads/{id}', {
    id: text,
    offset: 0,
    upload: Buffer.from('hello'),
  });
  const { version } = await world.admin.call('GET /api/v1/school/record/layout');
  for (const signature of [text, await sendPicture(world.ana), '999999'])
    expect(
      codeOf(
        await world.admin.try('PUT /api/v1/school/record/layout', {
          version,
          ...layoutOf({ signature }),
        }),
      ),
    ).toEqual([422, 'record_signature_unknown']);

  const signature = await sendPicture(world.admin);
  const preview = await world.admin.call('POST /api/v1/school/record/layout/preview', {
    language: 'en',
    ...layoutOf({ signature }),
  });
  const bytes = Buffer.from(preview.base64, 'base64');
  const words = await textOf(bytes);
  expect(words).toContain('This is not a valid document.');
  expect(words).toContain('Office of Student Life');
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  expect((await world.admin.call('GET /api/v1/school/record/layout')).version).toBe(version);

  expect(await put(world.admin, { signature })).toMatchObject({ signature: { id: signature } });
  // Other staff keep the signature when they change something else.
  const kept = await put(other, { signature, signatory: 'Jo Dean' });
  expect(kept.signature?.id).toBe(signature);
  const picture = await world.visit(kept.signature?.url ?? '');
  expect(picture.status).toBe(200);
  const issued = await fileOf(world.ana, (await issue(world.ana)).id);
  expect(issued.toString('latin1')).toContain('/Subtype /Image');
});

test('[CCT-01] students choose the experiences and badges in their documents', async () => {
  const overview = await world.ana.call('GET /api/v1/cct');
  const award = overview.badges.find(({ name }) => name === 'Second badge')?.award?.id ?? '';
  const one = await issue(world.ana, { entries: [], badges: [award] });
  expect(await verify(one.code)).toMatchObject({ entries: [], badges: [{ name: 'Second badge' }] });
  const text = await textOf(await fileOf(world.ana, one.id));
  expect(text).toContain('Second badge');
  expect(text).not.toContain('First badge');
  expect(text).not.toContain('Campus pantry');

  const without = await verify((await issue(world.ana, { badges: [] })).code);
  expect(without.badges).toEqual([]);
  expect(without.entries).toHaveLength(1);
  // Ids of other people's badges and unknown ids are ignored.
  const sent = { clientId: randomUUID(), kind: 'transcript' as const, entries: [] };
  for (const badges of [[], ['999']])
    expect(codeOf(await world.ana.try('POST /api/v1/cct/documents', { ...sent, badges }))).toEqual([
      422,
      'record_document_empty',
    ]);
  expect(
    codeOf(await world.ben.try('POST /api/v1/cct/documents', { ...sent, badges: [award] })),
  ).toEqual([422, 'record_document_empty']);
});

test('[CCT-01] only the holder of a revoked document sees the reason, and others see a general one', async () => {
  const overview = await world.ana.call('GET /api/v1/cct');
  const award = overview.badges.find(({ name }) => name === 'First badge');
  const transcript = await issue(world.ana);
  const badge = await issue(world.ana, { kind: 'badge', award: award?.award?.id ?? '' });
  await world.admin.call('PUT /api/v1/school/record/documents/{id}/revocation', {
    id: transcript.id,
    reason: 'Copied from Ben.',
    publicReason: 'error',
  });
  await world.admin.call('DELETE /api/v1/school/record/badges/{id}/awards/{uid}', {
    id: award?.id ?? '',
    uid: world.ana.uid,
    reason: 'Hours were made up.',
    publicReason: 'requirements',
  });
  const { documents, badges } = await world.ana.call('GET /api/v1/cct');
  expect(documents.find(({ id }) => id === transcript.id)?.reason).toBe('Copied from Ben.');
  expect(badges.find(({ name }) => name === 'First badge')?.revoked?.reason).toBe(
    'Hours were made up.',
  );
  const pages = [await verify(transcript.code), await verify(badge.code)];
  expect(pages.map(({ status, publicReason }) => [status, publicReason])).toEqual([
    ['revoked', 'error'],
    ['revoked', 'requirements'],
  ]);
  const list = (await world.visit('/record/revocations.json')).body;
  expect(JSON.stringify([pages, list])).not.toMatch(/Copied|made up/);
  // If the badge is awarded again, the earlier revocation is no longer shown.
  await world.admin.call('PUT /api/v1/school/record/badges/{id}/awards/{uid}', {
    id: award?.id ?? '',
    uid: world.ana.uid,
  });
  const again = (await world.ana.call('GET /api/v1/cct')).badges;
  expect(again.find(({ name }) => name === 'First badge')).toMatchObject({ revoked: null });
});

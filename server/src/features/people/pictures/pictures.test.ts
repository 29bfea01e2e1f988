import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { pictureSizes } from '#contract/layout.ts';
import { pictureUpload, type PictureKind } from '#contract/people/picture-crop.ts';
import { maintenance } from '#server/app.ts';
import {
  bombPng,
  gifThatIsScript,
  halves,
  heicStart,
  jpegWithTail,
  phoneJpeg,
  secretWords,
} from '../../../../test/file-samples.ts';
import { inWorld, worldPassword, type Person } from '../../../../test/world.ts';
import { inTransaction } from '../../../kernel/database/database.ts';
import type { StoredFile } from '../../../kernel/files/files.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import {
  deleteUnusedPictures,
  selectPicture,
  updateShown,
  upsertPicture,
} from './pictures.queries.ts';

const world = inWorld();
let ria: Person;
let count = 0;
beforeEach(async () => {
  ria = await world.join({ username: `ria${(count += 1)}`, first_name: 'Ria', last_name: 'Sol' });
});

const upload = (who: Person, kind: PictureKind, bytes: Buffer, crop: object = {}) =>
  who.try('POST /api/v1/profile/pictures/{kind}', { kind, upload: bytes, ...crop });
const stored = async (at: SchoolId = world.school): Promise<string[]> => {
  const all: StoredFile[] = [];
  for await (const some of world.files.list(at)) all.push(...some);
  return all.map(({ name }) => name).toSorted();
};
const bytesOf = async (name: string): Promise<Buffer> =>
  buffer((await world.files.get(world.school, name))?.stream ?? Readable.from([]));
const rowOf = async (who: Person) =>
  (
    await world.sql(
      `select photo, cover, (select count(*)::int from pictures p where p.user_id = u.id) as rows from users u where id = $1`,
      [who.id],
    )
  )[0];
const urlOf = async (who: Person) =>
  (await who.call('GET /mobile_ws/v18/user_profile', { uid: who.uid })).data;
/** Returns the files that a request added to the store. */
const addedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = new Set(await stored());
  await work();
  return (await stored()).filter((name) => !before.has(name));
};
const someCover = await halves(600, 300).jpeg().toBuffer();
/** Runs an hour's maintenance and the jobs after it. */
const tidy = async (): Promise<void> => {
  await runMaintenance(world.pool, maintenance, world.clock.now());
  await world.app.jobs.settle();
};
const ok = { status: 200 };
const pixel = async (bytes: Buffer, x: number, y: number): Promise<number[]> => [
  ...(await sharp(bytes)
    .removeAlpha()
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer()),
];
const isRed = ([r = 0, , b = 0]: number[]) => r > 150 && b < 90;
const isBlue = ([r = 0, , b = 0]: number[]) => b > 150 && r < 90;

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'that is %s is stored in three sizes as WebP and AVIF, and with its original',
    async (format) => {
      const bytes = await halves(700, 500).toFormat(format).toBuffer();
      const added = await addedBy(async () =>
        expect(await upload(ria, 'photo', bytes)).toMatchObject(ok),
      );
      expect(added.map((name) => name.slice(40)).toSorted()).toEqual(
        ['-l.avif', '-l.webp', '-m.avif', '-m.webp', '-o.webp', '-s.avif', '-s.webp'].toSorted(),
      );
      for (const name of added) {
        const size = pictureSizes.photo[name[41] as 's' | 'm' | 'l'] ?? { width: 700, height: 500 };
        expect(await sharp(await bytesOf(name)).metadata()).toMatchObject({
          ...size,
          format: name.endsWith('avif') ? 'heif' : 'webp',
        });
      }
    },
  );

  test('has one address and is AVIF for browsers that accept it, WebP for all others', async () => {
    await upload(ria, 'cover', await halves(900, 300).jpeg().toBuffer());
    const { largePhotoUrl } = (await urlOf(ria)) as { largePhotoUrl: string };
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/avif'],
      ['image/webp', 'image/webp'],
      ['image/avif;q=0, */*', 'image/webp'],
      ['*/*', 'image/webp'],
    ] as const) {
      const { headers } = await world.visit(largePhotoUrl, { headers: { accept } });
      expect([headers['content-type'], headers['vary'], headers['cache-control']]).toEqual([
        type,
        'Accept',
        'private, max-age=31536000, immutable',
      ]);
    }
    expect((await world.visit(largePhotoUrl, { host: 'north.localhost' })).status).toBe(404);
  });

  test("is rotated upright, converted to sRGB, and loses the phone's metadata", async () => {
    const phone = await phoneJpeg();
    // The test only proves something if the uploaded file contains these words.
    for (const word of secretWords) expect(phone.includes(word)).toBe(true);
    const added = await addedBy(() => upload(ria, 'photo', phone));
    const marks = [
      ...secretWords,
      'Exif',
      'EXIF',
      'ICCP',
      'ICC_PROFILE',
      'XMP',
      'xmpmeta',
      'GPS',
      'Copyright',
    ];
    for (const name of added) {
      const kept = await bytesOf(name);
      for (const mark of marks)
        expect([name, mark, kept.includes(mark)]).toEqual([name, mark, false]);
      const about = await sharp(kept).metadata();
      expect([about.space, about.exif, about.xmp, about.icc, about.orientation]).toEqual([
        'srgb',
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
    const whole = await bytesOf(added.find((name) => name.includes('-o.')) ?? '');
    // Orientation 6 rotates the picture clockwise, so its left side is now on top.
    expect(await sharp(whole).metadata()).toMatchObject({ width: 400, height: 600 });
    expect([isRed(await pixel(whole, 200, 100)), isBlue(await pixel(whole, 200, 500))]).toEqual([
      true,
      true,
    ]);
  });

  test('with a wide color space looks the same without its profile', async () => {
    const wide = await halves(64, 64, '#c86432', '#c86432').withIccProfile('p3').png().toBuffer();
    const raw = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
    const added = await addedBy(() => upload(ria, 'photo', wide));
    const [r = 0, g = 0, b = 0] = await pixel(
      await bytesOf(added.find((name) => name.includes('-o.')) ?? ''),
      32,
      32,
    );
    for (const [is, was] of [
      [r, 0xc8],
      [g, 0x64],
      [b, 0x32],
    ] as const)
      expect(Math.abs(is - was)).toBeLessThan(6);
    expect([...raw.subarray(0, 3)]).not.toEqual([0xc8, 0x64, 0x32]);
  });

  test('that is also a script, an archive or a page keeps only its pixels', async () => {
    for (const bytes of [await gifThatIsScript(), await jpegWithTail()]) {
      expect(bytes.includes('POLYGLOT')).toBe(true);
      const added = await addedBy(async () =>
        expect(await upload(ria, 'photo', bytes)).toMatchObject(ok),
      );
      expect(added).toHaveLength(7);
      for (const name of added) {
        const kept = await bytesOf(name);
        for (const mark of ['POLYGLOT', '<script', '<html', 'PK\u0003\u0004', 'GIF8'])
          expect(kept.includes(mark)).toBe(false);
      }
    }
  });

  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    [
      'SVG',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
        ),
      422,
      'picture_format',
    ],
    ['a page', () => Buffer.from('<html><script>1</script></html>'), 422, 'picture_format'],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'), 422, 'picture_format'],
    ['TIFF', () => halves(20, 20).tiff().toBuffer(), 422, 'picture_format'],
    ['nothing at all', () => Buffer.alloc(0), 422, 'picture_format'],
    ['HEIC', () => heicStart, 422, 'picture_heic'],
    [
      'a JPEG cut in half',
      async () => (await halves(800, 600).jpeg().toBuffer()).subarray(0, 2_000),
      422,
      'picture_damaged',
    ],
    [
      'a PNG cut in half',
      async () => (await phonePng()).subarray(0, 5_000),
      422,
      'picture_damaged',
    ],
    ['a bomb of 900 million pixels', () => bombPng(30_000), 422, 'picture_pixels'],
    ['more than 10 MB', () => Buffer.alloc(pictureUpload.maxBytes + 1), 413, 'upload_too_large'],
  ])('%s is refused with a reason, and nothing is stored', async (_, make, status, code) => {
    const bytes = await make();
    const files = await stored();
    const answer = await upload(ria, 'photo', bytes);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { code, detail: expect.stringMatching(/^\w[^{}]*\.$/) },
    ]);
    expect([await stored(), await rowOf(ria)]).toEqual([
      files,
      { photo: null, cover: null, rows: 0 },
    ]);
  });
  const phonePng = (side = 300) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();

  test('can be larger than the body of any other call', async () => {
    const bytes = await phonePng(1_000);
    expect(bytes.length).toBeGreaterThan(2_000_000);
    expect(await upload(ria, 'photo', bytes)).toMatchObject(ok);
  });

  test('can be cropped again later without a second upload', async () => {
    const bytes = await halves(1_000, 400).jpeg().toBuffer();
    const first = await addedBy(() =>
      upload(ria, 'photo', bytes, { x: '0.1', y: '0.5', zoom: '2' }),
    );
    const shown = async () => bytesOf(String((await rowOf(ria))?.['photo']));
    expect([
      isRed(await pixel(await shown(), 20, 128)),
      isRed(await pixel(await shown(), 230, 128)),
    ]).toEqual([true, true]);
    const { photo: before } = await ria.call('GET /api/v1/profile/pictures');
    // The crop moves inside the picture. It is 200 of 1,000 pixels wide, so its center is at a tenth.
    expect(before?.original).toMatchObject({
      width: 1_000,
      height: 400,
      crop: { x: 0.1, y: 0.5, zoom: 2 },
    });
    const second = await addedBy(async () => {
      const after = await ria.call('PATCH /api/v1/profile/pictures/{kind}', {
        kind: 'photo',
        x: 1,
        y: 0.5,
        zoom: 1,
      });
      expect(after.url).not.toBe(before?.url);
      expect(after.original).toMatchObject({
        url: before?.original?.url,
        crop: { x: 0.8, y: 0.5, zoom: 1 },
      });
    });
    expect(second).toHaveLength(6);
    expect(isBlue(await pixel(await shown(), 20, 128))).toBe(true);
    await world.app.jobs.settle();
    const left = await stored();
    expect(first.filter((name) => left.includes(name))).toEqual(
      first.filter((name) => name.includes('-o.')),
    );
    expect(second.every((name) => left.includes(name))).toBe(true);
  });

  test('that is replaced is deleted from the store after the commit', async () => {
    const one = await addedBy(() => upload(ria, 'cover', someCover));
    const two = await addedBy(() => upload(ria, 'cover', someCover));
    expect([
      one.length,
      two.length,
      (await stored()).filter((name) => one.includes(name)).length,
    ]).toEqual([7, 7, 7]);
    await world.app.jobs.settle();
    const left = await stored();
    expect([
      left.some((name) => one.includes(name)),
      two.every((name) => left.includes(name)),
    ]).toEqual([false, true]);
  });

  test('can be removed and restored for an hour, after which its files are deleted', async () => {
    const files = await addedBy(() => upload(ria, 'photo', someCover));
    const before = await ria.call('GET /api/v1/profile/pictures');
    await ria.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'photo' });
    await ria.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'photo' });
    expect([await ria.call('GET /api/v1/profile/pictures'), (await rowOf(ria))?.['photo']]).toEqual(
      [{ photo: null, cover: null }, null],
    );
    expect(
      await ria.call('POST /api/v1/profile/pictures/{kind}/restore', { kind: 'photo' }),
    ).toEqual(before.photo);
    expect(
      (await ria.try('POST /api/v1/profile/pictures/{kind}/restore', { kind: 'photo' })).status,
    ).toBe(404);

    await ria.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'photo' });
    world.clock.advance(61 * 60_000);
    // The token has expired by now.
    const later = await world.signInAgain(ria);
    expect(
      (await later.try('POST /api/v1/profile/pictures/{kind}/restore', { kind: 'photo' })).status,
    ).toBe(404);
    await tidy();
    expect((await stored()).filter((name) => files.includes(name))).toEqual([]);
    expect(await rowOf(ria)).toEqual({ photo: null, cover: null, rows: 0 });
  });

  test('that is uploaded during the cleanup of the previous one stays complete', async () => {
    const before = await addedBy(() => upload(ria, 'photo', someCover));
    await ria.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'photo' });
    world.clock.advance(61 * 60_000);
    const now = world.clock.now();
    const at = { school: world.school, id: ria.id, kind: 'photo', now } as const;
    const own = {
      original: 'new-o.webp',
      bytes: 0,
      width: 9,
      height: 9,
      crop: { x: 0.5, y: 0.5, zoom: 1 },
      removedAt: null,
    };
    const takeUnused = () =>
      inTransaction(world.pool, { school: world.school }, (db) =>
        deleteUnusedPictures(db, now, world.school),
      );
    const taken = await inTransaction(world.pool, { school: world.school }, async (db) => {
      await selectPicture(db, ria.id, 'photo', { forUpdate: true });
      await upsertPicture(db, at, { ...own, name: 'new-m.webp' });
      await updateShown(db, ria.id, 'photo', 'new-m.webp', now);
      const taking = takeUnused();
      // The cleanup reads before the upload commits, and may wait for it.
      await Promise.race([taking, delay(300)]);
      return { taking };
    });
    expect(await taken.taking).toBe(0);
    expect(await rowOf(ria)).toEqual({ photo: 'new-m.webp', cover: null, rows: 1 });
    expect([await takeUnused(), before.length]).toEqual([0, 7]);
  });

  test('of an import can be removed and restored, and has no original', async () => {
    // The person's earlier upload must not be used as its original.
    const own = await addedBy(() => upload(ria, 'photo', someCover));
    const name = await world.files.put(world.school, Buffer.from(`imported ${ria.uid}`), 'webp');
    await world.sql('update users set photo = $2 where id = $1', [ria.id, name]);
    const before = await ria.call('GET /api/v1/profile/pictures');
    expect(before.photo).toEqual({ url: `/files/${name}`, original: null });
    // The next maintenance deletes the picture that the import replaced.
    await tidy();
    expect([
      (await stored()).filter((one) => own.includes(one)),
      (await rowOf(ria))?.['rows'],
    ]).toEqual([[], 0]);
    expect(
      (
        await ria.try('PATCH /api/v1/profile/pictures/{kind}', {
          kind: 'photo',
          x: 0,
          y: 0,
          zoom: 1,
        })
      ).status,
    ).toBe(404);
    await ria.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'photo' });
    expect(
      await ria.call('POST /api/v1/profile/pictures/{kind}/restore', { kind: 'photo' }),
    ).toEqual(before.photo);
  });

  test('is deleted with the account', async () => {
    const files = await addedBy(async () => {
      await upload(ria, 'photo', someCover);
      await upload(ria, 'cover', someCover);
      await ria.call('DELETE /api/v1/profile/pictures/{kind}', { kind: 'cover' });
    });
    expect(files).toHaveLength(14);
    await ria.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect((await stored()).filter((name) => files.includes(name))).toEqual([]);
    expect(await rowOf(ria)).toEqual({ photo: null, cover: null, rows: 0 });
  });

  test('can be uploaded at most forty times an hour, with or without success', async () => {
    for (let time = 0; time < 40; time += 1)
      expect((await upload(ria, 'photo', Buffer.alloc(0))).status).toBe(422);
    const answer = await upload(ria, 'photo', Buffer.alloc(0));
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600']);
  });

  test("that can't be stored completely isn't stored at all", async () => {
    const { putAs } = world.files;
    const files = await stored();
    let puts = 0;
    world.files.putAs = async (school, name, bytes) => {
      if ((puts += 1) === 4)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await putAs(school, name, bytes);
    };
    try {
      expect((await upload(ria, 'photo', someCover)).body).toMatchObject({
        status: 503,
        code: 'unavailable',
      });
    } finally {
      world.files.putAs = putAs;
    }
    expect([puts, await stored(), await rowOf(ria)]).toEqual([
      7,
      files,
      { photo: null, cover: null, rows: 0 },
    ]);
  });

  test("can't be cropped while another one replaces it, and leaves no files", async () => {
    await upload(ria, 'photo', someCover);
    const { putAs } = world.files;
    let isFirst = true;
    world.files.putAs = async (...given) => {
      if (isFirst) {
        isFirst = false;
        await upload(ria, 'photo', someCover);
        await world.app.jobs.settle();
      }
      await putAs(...given);
    };
    try {
      const answer = await ria.try('PATCH /api/v1/profile/pictures/{kind}', {
        kind: 'photo',
        x: 0.2,
        y: 0.5,
        zoom: 2,
      });
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'picture_changed' }]);
    } finally {
      world.files.putAs = putAs;
    }
    const { photo } = await ria.call('GET /api/v1/profile/pictures');
    expect((await world.visit(photo?.url ?? '')).status).toBe(200);
    expect((await world.visit(photo?.original?.url ?? '')).status).toBe(200);
  });
});

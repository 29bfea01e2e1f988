import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { School } from '#contract/schools/endpoints.ts';
import { gifThatIsScript, jpegWithTail, secretWords } from '../../../../test/file-samples.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();
const put = (who: Person, kind: 'logo' | 'favicon', upload: Buffer) =>
  who.try('PUT /api/v1/school/pictures/{kind}', { kind, upload });
const details = async (host = 'localhost:3000') =>
  (await world.visit('/mobile_ws/v18/school', { host })).body as School;
const entries = () =>
  world.sql(
    `select detail from activity_log where kind = 'school_picture_changed' order by number`,
  );
/** A red circle on a transparent background, and a blue square without transparency. */
const disk = await sharp({
  create: { width: 200, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
})
  .composite([
    {
      input: await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer(),
    },
  ])
  .png()
  .toBuffer();
const square = await sharp({
  create: { width: 300, height: 300, channels: 3, background: '#0000ff' },
})
  .png()
  .toBuffer();
const iconAt = async (path: string) => {
  const { rawPayload, statusCode } = await world.app.http.inject({
    url: path,
    headers: { host: 'localhost' },
  });
  expect(statusCode).toBe(200);
  const { data, info } = await sharp(rawPayload)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex');
  return {
    side: `${info.width}x${info.height}`,
    corner: at(0, 0),
    middle: at(info.width / 2, info.height / 2),
  };
};
const icons = async () =>
  (
    (
      await world.app.http.inject({ url: '/manifest.webmanifest', headers: { host: 'localhost' } })
    ).json() as { icons: { src: string }[] }
  ).icons.map(({ src }) => src);

test('[SCH-01] admins set and remove the logo and favicon, which everyone sees', async () => {
  const drawn = await icons();
  expect((await put(world.admin, 'logo', disk)).status).toBe(200);
  expect((await put(world.admin, 'favicon', square)).status).toBe(200);
  const { logo, school_favicon: favicon } = await details();
  for (const [url, size] of [
    [logo, [200, 100]],
    [favicon, [512, 512]],
  ] as const) {
    const file = await world.app.http.inject({ url: url ?? '', headers: { host: 'localhost' } });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height, format } = await sharp(file.rawPayload).metadata();
    expect([[width, height], format]).toEqual([size, 'png']);
  }
  expect((await details('north.localhost')).logo).toBeNull();
  // After a minute, no process has the school's earlier data in its cache.
  world.clock.advance(61_000);
  const own = await icons();
  expect(own).not.toEqual(drawn);
  expect(await iconAt(own[0] ?? '')).toEqual({
    side: '192x192',
    corner: '0000ff',
    middle: '0000ff',
  });

  await world.admin.call('DELETE /api/v1/school/pictures/{kind}', { kind: 'favicon' });
  expect(await details()).toMatchObject({ school_favicon: null, logo });
  // Repeating it changes nothing.
  await world.admin.call('DELETE /api/v1/school/pictures/{kind}', { kind: 'favicon' });
  const [name, icon] = [logo, favicon].map((url) => url?.replace('/files/', ''));
  expect((await entries()).map(({ detail }) => detail)).toEqual([
    { picture: 'logo', before: null, after: name },
    { picture: 'favicon', before: null, after: icon },
    { picture: 'favicon', before: icon, after: null },
  ]);
  world.clock.advance(61_000);
  expect(await icons()).toEqual(drawn);
});

test('[SCH-01] a transparent favicon gets a white background for home screens', async () => {
  await put(world.admin, 'favicon', disk);
  world.clock.advance(61_000);
  expect(await iconAt('/icon-512.png')).toMatchObject({ side: '512x512', corner: 'ffffff' });
});

test('[SCH-01] only the school’s admins can set its logo and favicon, and only to pictures', async () => {
  const before = [await details(), await details('north.localhost')];
  expect((await put(world.ana, 'logo', square)).status).toBe(403);
  expect(
    (await world.ana.try('DELETE /api/v1/school/pictures/{kind}', { kind: 'favicon' })).status,
  ).toBe(403);
  expect((await put(world.eve, 'logo', square)).status).toBe(403);
  for (const [bytes, code] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture_format'],
    [Buffer.from(''), 'picture_format'],
    [square.subarray(0, 60), 'picture_damaged'],
  ] as const)
    expect([(await put(world.admin, 'logo', bytes)).body]).toMatchObject([{ code }]);
  expect([await details(), await details('north.localhost')]).toEqual(before);
});

test('[SCH-01] keeps only the pixels of the file', async () => {
  for (const bytes of [await jpegWithTail(), await gifThatIsScript()]) {
    const answer = await put(world.admin, 'logo', bytes);
    if (answer.status !== 200) continue;
    const name = (answer.body as School).logo?.replace('/files/', '') ?? '';
    const stored = await world.files.get(world.school, name);
    const text = stored === null ? '' : (await buffer(stored.stream)).toString('latin1');
    for (const word of secretWords) expect(text).not.toContain(word);
  }
});

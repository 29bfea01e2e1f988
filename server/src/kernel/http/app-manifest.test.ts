import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const ask = (url: string, host = 'localhost') => world.app.http.inject({ url, headers: { host } });

test("[NOTIF-04] the web app manifest has the school's name and color, and icons in that color", async () => {
  const manifest = await ask('/manifest.webmanifest');
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  const said = manifest.json() as {
    name: string;
    theme_color: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  const [row] = await world.sql('select name, color from schools where school_id = $1', [
    world.school,
  ]);
  const color = String(row?.['color']).replace('#', '');
  expect(said).toMatchObject({
    name: row?.['name'],
    theme_color: `#${color}`,
    display: 'standalone',
    start_url: '/',
  });
  expect(said.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  for (const { src, sizes } of said.icons) {
    const icon = await ask(src);
    expect(icon.headers['content-type']).toBe('image/png');
    const { data, info } = await sharp(icon.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(`${info.width}x${info.height}`).toBe(sizes);
    const at = (x: number, y: number) =>
      data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex');
    const middle = info.width / 2;
    // The background at a corner, in the middle and at the ring's opening, and then the ring's left side.
    for (const [x, y] of [
      [0, 0],
      [middle, middle],
      [Math.round(middle * 1.44), middle],
    ] as const)
      expect(at(x, y)).toBe(color);
    expect(at(Math.round(middle - (7 / 16) * middle), middle)).not.toBe(color);
  }
  expect((await ask('/manifest.webmanifest', 'north.localhost')).json()).not.toMatchObject({
    name: said.name,
  });
  expect((await ask('/manifest.webmanifest', 'nobody.localhost')).statusCode).toBe(404);
});

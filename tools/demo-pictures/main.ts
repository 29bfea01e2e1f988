import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureName } from '#demo/picture-name.ts';
import { drawMark, drawPoster } from './draw.ts';
import { clubs, events } from './motifs.ts';
import { products } from './products.ts';
import { scenes } from './scenes.ts';

/*
 * `npm run demo-pictures`: draws the marks of the demo's clubs, the posters of its clubs and events, and scenes for posts into `server/demo/pictures`.
 * Icons: lucide.dev (ISC license).
 */
const folder = join(import.meta.dirname, '../../server/demo/pictures');

const write = async (part: string, drawings: readonly (readonly [string, string])[]) => {
  const path = join(folder, part);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  for (const [name, svg] of drawings)
    await writeFile(
      join(path, `${pictureName(name)}.webp`),
      await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 6 }).toBuffer(),
    );
};

await write(
  'marks',
  Object.entries(clubs).map(([name, motif]) => [name, drawMark(name, motif)]),
);
await write(
  'posters',
  [...Object.entries(clubs), ...Object.entries(events)].map(([name, motif]) => [
    name,
    drawPoster(name, motif),
  ]),
);
await write('scenes', Object.entries({ ...scenes, ...products }));

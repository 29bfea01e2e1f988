import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';

export type Content = Record<string, string | Buffer>;

/** Creates a temporary folder for a test file, in which it creates import folders. */
export const inScratch = () => {
  let path = '';
  let made = 0;
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'commons-import-'));
  });
  afterAll(() => rm(path, { recursive: true, force: true }));
  /** Returns an unused path, without creating anything. */
  const fresh = (): string => join(path, `f${(made += 1)}`);
  const folder = async (content: Content): Promise<string> => {
    const to = fresh();
    await mkdir(to);
    for (const [name, bytes] of Object.entries(content)) {
      await mkdir(dirname(join(to, name)), { recursive: true });
      await writeFile(join(to, name), bytes);
    }
    return to;
  };
  return { fresh, folder };
};

/** A valid picture of 300 × 200 pixels. */
export const somePng: Buffer = await sharp({
  create: { width: 300, height: 200, channels: 3, background: '#3366cc' },
})
  .png()
  .toBuffer();

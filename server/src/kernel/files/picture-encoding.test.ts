import sharp from 'sharp';
import { expect, test } from 'vitest';
import { uploadFormats, withPicture } from './picture-encoding.ts';

const flat = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();

test("the encoder processes large pictures one at a time, and small ones don't wait for them", async () => {
  const [large, small] = [await flat(4_100), await flat(10)];
  let [atWork, most] = [0, 0];
  const rest = Promise.withResolvers<void>();
  const larges = Array.from({ length: 3 }, () =>
    withPicture(large, uploadFormats, async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await rest.promise;
      atWork -= 1;
    }),
  );
  expect(await withPicture(small, uploadFormats, async (_, { width }) => width)).toBe(10);
  expect(atWork).toBe(1);
  rest.resolve();
  await Promise.all(larges);
  expect(most).toBe(1);
});

import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Creates a picture with a different color in each half, which reveals rotation and cropping. */
export const halves = (width: number, height: number, left = '#d02020', right = '#2020d0') =>
  sharp({ create: { width, height, channels: 3, background: left } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: right } },
      left: Math.floor(width / 2),
      top: 0,
    },
  ]);

/** Words in the metadata, which must not be in stored pictures. */
export const secretWords = ['SECRETPLACE', 'SECRETXMP', 'SECRETCOMMENT'];

/** Creates a JPEG as from a phone: rotated, with location, author and a wide color profile. */
export const phoneJpeg = (): Promise<Buffer> =>
  halves(600, 400)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'SECRETPLACE', ImageDescription: 'SECRETCOMMENT' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 9/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>SECRETXMP</r></x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer();

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** Creates a valid PNG of one color. At 30,000 × 30,000, it has 900 million pixels in about 110 kB. */
export const bombPng = (side: number): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The start of an iPhone's HEIC file, followed by invalid bytes. */
export const heicStart: Buffer = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(400, 7),
]);

/** Creates a GIF that is also a script, because its width and height read as `/*`. */
export const gifThatIsScript = async (): Promise<Buffer> => {
  const gif = await halves(64, 64).gif().toBuffer();
  return Buffer.concat([gif, Buffer.from('*/=1;alert("POLYGLOT")//<script>POLYGLOT</script>')]);
};

/** Creates a JPEG with an archive and a page appended. */
export const jpegWithTail = async (): Promise<Buffer> =>
  Buffer.concat([
    await halves(64, 64).jpeg().toBuffer(),
    Buffer.from('PK\x03\x04POLYGLOT.html<html><script>POLYGLOT</script></html>', 'latin1'),
  ]);

/** Creates a zip with one file that expands to a thousand times its size. */
export const zipBomb = (): Buffer => {
  const unfolded = 20 * 1024 * 1024;
  const packed = deflateRawSync(Buffer.alloc(unfolded));
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(unfolded, 22);
  header.writeUInt16LE(1, 26);
  return Buffer.concat([header, Buffer.from('x'), packed]);
};

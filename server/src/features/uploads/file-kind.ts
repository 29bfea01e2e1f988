import { fileTypeFromBuffer } from 'file-type';
import { visibleText } from '#contract/visible-text.ts';
import { uploadFormats } from '../../kernel/files/picture-encoding.ts';

/** Media types of pictures that are encoded again, so that the original's metadata, such as location and author, isn't passed on. */
const encoded = new Set(
  [...uploadFormats].map((format) => (format === 'heif' ? 'image/avif' : `image/${format}`)),
);
/** Pictures that can't contain such metadata, or documents of drawing programs. They are passed on unchanged, as files. */
const passed = new Set(['image/bmp', 'image/x-icon', 'image/vnd.adobe.photoshop']);
/** Programs that run with one click. People at a school send source code and archives, but not these. */
const refusedTypes = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-ms-shortcut',
]);

/** Number of bytes at the start of a file that determine its type. */
export const headBytes = 65_536;

/** Returns a file's type from its content, regardless of its name. */
export const kindOf = async (
  head: Uint8Array,
): Promise<{ type: string; how: 'encode' | 'pass' | 'refuse' }> => {
  const type =
    (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? 'application/octet-stream';
  if (type === 'image/apng' || encoded.has(type)) return { type, how: 'encode' };
  if (refusedTypes.has(type) || (type.startsWith('image/') && !passed.has(type)))
    return { type, how: 'refuse' };
  return { type, how: 'pass' };
};

/** Characters that file names must not contain besides hidden ones: control characters, direction marks, path separators and wildcards. */
const unwanted = /[\p{Cc}\u200e\u200f\u061c/\\:*?"<>|]/gu;

/** Returns a file's name to show and save. It contains no folders, and no characters that could disguise the file. */
export const cleanName = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = visibleText(last)
    .replace(unwanted, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (clean === '') return 'file';
  if (clean.length <= 120) return clean;
  const [, ending = ''] = /(\.[^.]{1,12})$/.exec(clean) ?? [];
  return clean.slice(0, 120 - ending.length).trimEnd() + ending;
};

/** Returns the name of a picture after its conversion to WebP. */
export const asWebp = (name: string): string => `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.webp`;

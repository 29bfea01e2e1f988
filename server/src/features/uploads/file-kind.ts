import { fileTypeFromBuffer } from 'file-type';
import { visibleText } from '#contract/visible-text.ts';
import { uploadFormats } from '../../kernel/files/picture-encoding.ts';

/** Media types of pictures that are encoded anew, so that nothing of the file as it came is passed on: no place, no author. */
const encoded = new Set(
  [...uploadFormats].map((format) => (format === 'heif' ? 'image/avif' : `image/${format}`)),
);
/** Pictures that can hold no such thing, or are documents of a drawing program: passed on as they are, as files. */
const passed = new Set(['image/bmp', 'image/x-icon', 'image/vnd.adobe.photoshop']);
/** Programs of which a click is enough. A school's people send source code and archives, not these. */
const refusedTypes = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-ms-shortcut',
]);

/** How much of a file says what it is. */
export const headBytes = 65_536;

/** What a file is, by its content; the name it came with decides nothing. */
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

/** A file's name as it is shown and saved: one that names no folder, and reads as what it is. */
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

/** The name of a picture once it is WebP. */
export const asWebp = (name: string): string => `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.webp`;

/** Detects encodings of uploaded text files. This module doesn't import zod because the browser uses it at run time. */

/**
 * Detects the encoding from the first bytes of a file, with the length of the byte order mark. Without a mark, UTF-16 is
 * detected by its zero bytes. Everything else counts as `utf-8`; decoding shows whether that is true.
 */
export const encodingOf = (
  head: Uint8Array,
): { readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly mark: number } => {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', mark: 2 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', mark: 3 };
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return { name: 'utf-16le', mark: 0 };
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return { name: 'utf-16be', mark: 0 };
  return { name: 'utf-8', mark: 0 };
};

/**
 * Decodes a whole file. Uses the byte order mark, then tries UTF-8, then Excel's encodings for Western languages: Mac OS Roman
 * if lines end with CR alone, otherwise Windows-1252.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const { name, mark } = encodingOf(bytes);
  const body = bytes.subarray(mark);
  if (name !== 'utf-8') return new TextDecoder(name).decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    const isOldMac = body.includes(13) && !body.includes(10);
    return new TextDecoder(isOldMac ? 'macintosh' : 'windows-1252').decode(body);
  }
};

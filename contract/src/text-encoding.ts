/** Encodings of text files that people bring. No zod here: the browser imports this at run time. */

/**
 * The encoding that the first bytes of a text file show, and how many of them are its byte order mark. UTF-16 without a
 * mark shows as text in which every second byte is 0. Everything else is `utf-8` here; whether it really is shows when
 * it is decoded.
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
 * The text of a whole file: by its mark, else UTF-8, else what Excel writes in the western world: Mac OS Roman where lines
 * end with CR alone, Windows-1252 otherwise.
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

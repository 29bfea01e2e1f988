import { calendarLimits } from '#contract/calendar/limits.ts';
import { TimeError } from './time-error.ts';

/** An unfolded content line of a calendar file with the number of its first line, from 1. */
export interface IcsLine {
  readonly text: string;
  readonly line: number;
}

const [lineFeed, carriageReturn, space, tab] = [10, 13, 32, 9];

const tooLarge = (message: string) => new TimeError('ics_too_large', message);

/** 16-bit encodings. Decode them before unfolding, because a fold isn't a single byte there. */
const wideEncoding = (bytes: Uint8Array, charset: string | undefined): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return charset?.startsWith('utf-16') === true ? charset : undefined;
};

const decoderOf = (charset: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
};

/**
 * Unfolds lines (RFC 5545 3.1) before decoding, because programs fold after a number of bytes and can split characters. Returns
 * the text with LF line endings and the original number of each line.
 */
const unfold = (bytes: Uint8Array): { readonly joined: Uint8Array; readonly lines: number[] } => {
  // Very old programs end lines with CR alone.
  const end = bytes.includes(lineFeed) ? lineFeed : carriageReturn;
  const joined = new Uint8Array(bytes.length);
  const lines = [1];
  let [size, line] = [0, 1];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === end) {
      line += 1;
      if (line > calendarLimits.icsProperties)
        throw tooLarge('The calendar has too many lines or dates.');
      while (size > 0 && joined[size - 1] === carriageReturn) size -= 1;
      const next = bytes[at + 1];
      if (next === space || next === tab) at += 1;
      else {
        joined[size++] = lineFeed;
        lines.push(line);
      }
      // PostgreSQL rejects NUL, and no valid calendar line contains it.
    } else if (byte !== 0) joined[size++] = byte;
  }
  return { joined: joined.subarray(0, size), lines };
};

/** Decodes each line separately, for a file that isn't valid UTF-8 as a whole. */
const decodeLines = (joined: Uint8Array): string => {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder();
  const western = new TextDecoder('windows-1252');
  const texts: string[] = [];
  for (let at = 0; at <= joined.length;) {
    const found = joined.indexOf(lineFeed, at);
    const line = joined.subarray(at, found < 0 ? joined.length : found);
    at = found < 0 ? joined.length + 1 : found + 1;
    try {
      texts.push(strict.decode(line));
    } catch {
      // UTF-8 text that was cut in the middle of a character still contains complete ones.
      const loose = lenient.decode(line);
      const hasWhole = /[^\0-\u007F\uFFFD]/.test(loose);
      texts.push(hasWhole ? loose : western.decode(line));
    }
  }
  return texts.join('\n');
};

const decode = (joined: Uint8Array, charset: string | undefined): string => {
  const isUtf8 = charset === undefined || /^(?:utf-?8|us-ascii|ascii)$/.test(charset);
  const decoder = isUtf8 ? undefined : decoderOf(charset);
  if (decoder) return decoder.decode(joined);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(joined);
  } catch {
    return decodeLines(joined);
  }
};

/**
 * Returns the content lines of a calendar file. Unfolds the bytes, then decodes them by their byte order mark, `charset` from the
 * response, UTF-8, or, if they aren't valid UTF-8, Windows-1252. Throws `ics_too_large` above `calendarLimits.icsBytes`.
 */
export const icsLines = (source: string | Uint8Array, charset?: string): IcsLine[] => {
  const given = typeof source === 'string' ? Buffer.from(source) : source;
  if (given.byteLength > calendarLimits.icsBytes)
    throw tooLarge(`A calendar can have up to ${calendarLimits.icsBytes / 1024 / 1024} MB.`);
  let label = typeof source === 'string' ? 'utf-8' : charset?.trim().toLowerCase();
  let bytes: Uint8Array = given;
  const wide = wideEncoding(given, label);
  if (wide !== undefined) {
    bytes = Buffer.from(decoderOf(wide)?.decode(given) ?? '');
    label = 'utf-8';
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    bytes = bytes.subarray(3);
    label = 'utf-8';
  }
  const { joined, lines } = unfold(bytes);
  return decode(joined, label)
    .split('\n')
    .map((text, index) => ({ text, line: lines[index] ?? index + 1 }));
};

/** Returns the charset in a Content-Type such as `text/calendar; charset=windows-1252`. */
export const charsetOf = (contentType: string | null | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?/i.exec(contentType ?? '')?.[1];

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A message of the trace, with people by their number (from 0) and seconds since the first one. */
export interface TraceMessage {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly text: string;
}

export interface Trace {
  readonly messages: readonly TraceMessage[];
  readonly people: number;
  /** All pairs of people who write to each other, without duplicates, the lower number first. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** Returns the key of a pair, regardless of who writes. */
export const pairKey = (a: number, b: number): string => (a < b ? `${a}/${b}` : `${b}/${a}`);

const linesOf = async (path: string): Promise<string[]> =>
  gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

/**
 * Reads short messages by students (NUS SMS corpus, Chen and Kan 2013) in order. Omits messages that a server would change (surrounding
 * spaces) and those with addresses that it would fetch. Null if the folder doesn't have them.
 */
export const readTexts = async (data: string): Promise<string[] | null> => {
  const path = join(data, 'sms/sms-en-demo.jsonl.gz');
  if (!existsSync(path)) return null;
  return (await linesOf(path))
    .map((line) => (JSON.parse(line) as { text: string }).text)
    .filter(
      (text) =>
        text !== '' &&
        text.trim() === text &&
        text.normalize('NFC') === text &&
        !/https?:|@\[|\p{Cc}|\p{Cf}/iu.test(text),
    );
};

/**
 * Reads CollegeMsg (Panzarasa, Opsahl, Carley 2009): senders, recipients and times in a campus network of 2004. It has no texts, so they
 * come from readTexts. Null if the folder doesn't have it.
 */
export const readTrace = async (data: string): Promise<Trace | null> => {
  const log = join(data, 'collegemsg/CollegeMsg.txt.gz');
  const texts = await readTexts(data);
  if (texts === null || !existsSync(log)) return null;
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const found = numbers.get(name) ?? numbers.size;
    numbers.set(name, found);
    return found;
  };
  const pairs = new Map<string, readonly [number, number]>();
  let first: number | undefined;
  const messages = (await linesOf(log)).map((line, index): TraceMessage => {
    const [source = '', target = '', time = ''] = line.split(' ');
    const [from, to] = [numberOf(source), numberOf(target)];
    pairs.set(pairKey(from, to), [Math.min(from, to), Math.max(from, to)]);
    first ??= Number(time);
    return { from, to, at: Number(time) - first, text: texts[index % texts.length] ?? '' };
  });
  return { messages, people: numbers.size, pairs: [...pairs.values()] };
};

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One message of the trace: people by their number from 0 on, seconds since the first one. */
export interface TraceMessage {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly text: string;
}

export interface Trace {
  readonly messages: readonly TraceMessage[];
  readonly people: number;
  /** Everybody who writes to somebody, once a pair, the lower number first. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** Where a pair stands, whoever writes. */
export const pairKey = (a: number, b: number): string => (a < b ? `${a}/${b}` : `${b}/${a}`);

const linesOf = async (path: string): Promise<string[]> =>
  gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

/**
 * Short messages that students wrote (NUS SMS corpus, Chen and Kan 2013), in its order. Left out is what a server would not keep as
 * it is (space around it), and what names an address that it would fetch. Null where the folder has them not.
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
 * CollegeMsg (Panzarasa, Opsahl, Carley 2009): who wrote to whom in a campus network of 2004, and when; no words, which come from
 * those of readTexts. Null where the folder has them not.
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './checkout-files.ts';
import { isEntry } from './entry.ts';

export type TextKind = 'api' | 'comments' | 'docs' | 'messages' | 'sql';

/** A comment, sentence, message or API text. `line`: its line, or the key of a message. */
export interface TextUnit {
  readonly kind: TextKind;
  readonly file: string;
  readonly line: number | string;
  readonly text: string;
}

export interface Finding extends TextUnit {
  readonly reasons: readonly string[];
}

/**
 * The most findings that a kind may have per 100 texts. The goal is 0.5, and 0 for messages.
 */
export const limits: Readonly<Record<TextKind, number>> = {
  api: 0.5,
  comments: 0.5,
  docs: 0.5,
  messages: 0,
  sql: 1,
};

/** Patterns of sentences that hide who acts, and of terms that only this project used. Each is tested against one text, in any case. */
const patterns: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\b(whoever|whomever|whom|whosoever)\b/i, 'name the person: "the recipient", "anyone who …"'],
  [/\b(some|no|any|every)body('s)?\b/i, 'someone, no one, anyone, everyone, or the role'],
  [/\banew\b/i, 'again'],
  [
    /\b(is|are|be|been|was|were) told\b|\btells? (it|of|that|what|who|whether)\b|\bhears? (of|about|what)\b/i,
    'gets a notification, receives, returns',
  ],
  [
    /\bstands? (for|in|at|on|beside|behind|there|where|once|alone|here|still|so)\b|\bstands\./i,
    'is, appears, is shown',
  ],
  [
    /\b(in the meantime|meanwhile|by (itself|themselves)|at hand|any more|nothing half|as soon as that|where that is so|of its own)\b/i,
    'a literal adverb: "while", "automatically", "its own"',
  ],
  [
    /\b(tak|giv)(e|es|en|ing) back\b|\blet(s|ting)? (it |them |a post )?out\b/i,
    'undo, withdraw, revoke or reverse',
  ],
  [
    /\b(is|are) to (be (done|said|seen|had|made|told|found)|come)\b|\bwhat (is|was) (asked|sent|said|known|had|kept|meant|to come)\b/i,
    'the active voice',
  ],
  [/\bso many\b|\bas many as\b|\bhow many they are\b/i, 'the number'],
  [/\b\w+( of (the |a |an |its |their )?\w+){2} of\b/i, 'a compound instead of three "of"'],
  [/\b(of|about|for) (whom|which one|what is)\b/i, 'a noun instead of a clause'],
  [/\b(may|might) (no longer|one day)\b|\bone('s| may| has| is| can)\b/i, 'you, they, can'],
  [
    /\b(goes|go) (without|with it|with the|along)\b|\bcomes? (last|first|behind|into one)\b|\bleads? (there|where|to what)\b|\bknows? (of|what|whether|who)\b/i,
    'a subject that acts: things do not go, come, lead or know',
  ],
];

/** Returns the advice for a text, or nothing if no pattern matches. */
export const adviceFor = (text: string): string[] =>
  patterns.filter(([pattern]) => pattern.test(text)).map(([, advice]) => advice);

const skipped =
  /(^|\/)(lists|fixtures|node_modules|dist)\/|tables\.ts$|\.(test|spec)\.|messages\/(?!en\.json$)/;
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w\\])\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g;
const sqlComment = /^[ \t]*--[^\n]*(?:\n[ \t]*--[^\n]*)*/gm;
const apiText =
  /\b(?:summary|description):\s*\n?\s*(['"`])((?:\\.|(?!\1).)*)\1|\.describe\(\s*(['"`])((?:\\.|(?!\3).)*)\3/gs;

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;
const plain = (text: string): string =>
  text
    .replace(/`[^`]*`/g, '`code`')
    .replace(/\s+/g, ' ')
    .trim();
const commentText = (text: string): string =>
  plain(text.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/|--)\s?/gm, '').replace(/\*\/\s*$/, ''));

/** Returns the texts of a file that people read. */
export const textsOf = (file: string, source: string): TextUnit[] => {
  const units: TextUnit[] = [];
  const add = (kind: TextKind, line: number | string, text: string) => {
    if (text.length > 3) units.push({ kind, file, line, text });
  };
  if (/\.(ts|tsx|mjs|css)$/.test(file)) {
    for (const found of source.matchAll(comment)) {
      const text = commentText(found[0]);
      if (!/oxlint|@ts-|https?:\/\/\S+$/.test(text))
        add('comments', lineAt(source, found.index), text);
    }
    if (file.startsWith('contract/'))
      for (const found of source.matchAll(apiText))
        add('api', lineAt(source, found.index), plain(found[2] ?? found[4] ?? ''));
  } else if (file.endsWith('.sql')) {
    for (const found of source.matchAll(sqlComment))
      add('sql', lineAt(source, found.index), commentText(found[0]));
  } else if (file.endsWith('messages/en.json')) {
    for (const [key, text] of Object.entries(JSON.parse(source) as Record<string, unknown>))
      if (typeof text === 'string') add('messages', key, plain(text));
  } else if (file.endsWith('.md')) {
    const lines = source
      .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' '))
      .split('\n');
    for (const [index, line] of lines.entries())
      for (const sentence of line.replace(/`[^`]*`/g, '`code`').split(/(?<=[.!?:;|])\s+/))
        if (/[a-z]{3}/.test(sentence)) add('docs', index + 1, sentence.replace(/^[\s>*#|-]+/, ''));
  }
  return units;
};

const folders = ['contract', 'server', 'web', 'embed', 'e2e', 'bench', 'tools', 'docs', 'deploy'];

/** Returns the texts of a checkout. */
export const readTexts = (root: string): TextUnit[] =>
  [...listFiles(root, folders), 'README.md']
    .filter((file) => /\.(ts|tsx|mjs|css|sql|md|json)$/.test(file) && !skipped.test(file))
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')));

export interface KindResult {
  readonly kind: TextKind;
  readonly texts: number;
  readonly findings: readonly Finding[];
  /** Findings per 100 texts. */
  readonly rate: number;
}

/** Counts the findings of each kind of text. */
export const checkTexts = (units: readonly TextUnit[]): KindResult[] =>
  (Object.keys(limits) as TextKind[]).map((kind) => {
    const texts = units.filter((unit) => unit.kind === kind);
    const findings = texts.flatMap((unit) => {
      const reasons = adviceFor(unit.text);
      return reasons.length === 0 ? [] : [{ ...unit, reasons }];
    });
    return {
      kind,
      texts: texts.length,
      findings,
      rate: (100 * findings.length) / Math.max(1, texts.length),
    };
  });

if (isEntry(import.meta.filename)) {
  const results = checkTexts(readTexts(join(import.meta.dirname, '..')));
  const isListing = process.argv.includes('--list');
  for (const { kind, texts, findings, rate } of results) {
    console.log(
      `${kind}: ${findings.length} of ${texts} texts, ${rate.toFixed(2)} per 100, at most ${limits[kind]}`,
    );
    if (isListing || rate > limits[kind])
      for (const { file, line, text, reasons } of findings.slice(0, isListing ? undefined : 20))
        console.log(`  ${file}:${line} ${text.slice(0, 160)}\n    Write ${reasons.join('; ')}.`);
  }
  if (results.some(({ kind, rate }) => rate > limits[kind])) process.exitCode = 1;
}

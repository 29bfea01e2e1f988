import type { Evidence, Snapshot } from './evidence.ts';

/*
 * Guesses who cast which ballot from what the owner of the database has. It knows nothing about elections except what voters, rows of
 * encrypted ballots and published ballots look like, so it also finds a join that a later change adds anywhere.
 */

/** What a ballot is known by: `voter` an id, `row` the number of an encrypted ballot, `ballot` a receipt. */
export type Kind = 'voter' | 'row' | 'ballot';

/** All voters who voted, rows and ballots, which the owner reads from the tables. */
export type Known = Readonly<Record<Kind, readonly string[]>>;

/** Pairs that one way of joining gives, and its name. */
export interface Guess {
  readonly way: string;
  readonly pairs: ReadonlyMap<string, string>;
}

type Found = Readonly<Record<Kind, readonly string[]>>;
const kinds: readonly Kind[] = ['voter', 'row', 'ballot'];

/** Finds what a text or the bytes of a row mention. */
class Finder {
  readonly #known: Readonly<Record<Kind, ReadonlySet<string>>>;
  readonly #voters: readonly (readonly [string, Buffer])[];
  readonly #rows: readonly (readonly [string, Buffer])[];

  constructor(known: Known) {
    this.#known = {
      voter: new Set(known.voter),
      row: new Set(known.row),
      ballot: new Set(known.ballot),
    };
    this.#voters = known.voter.map((id) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(id));
      return [id, bytes];
    });
    this.#rows = known.row.map((hex) => [hex, Buffer.from(hex, 'hex')]);
  }

  text(text: string): Found {
    const words = new Set(text.match(/[0-9a-f]{64}|[0-9A-Z]{16}|\d+/gu));
    return {
      voter: [...words].filter((word) => this.#known.voter.has(word)),
      row: [...words].filter((word) => this.#known.row.has(word)),
      ballot: [...words].filter((word) => this.#known.ballot.has(word)),
    };
  }

  bytes(bytes: Buffer): Found {
    const text = this.text(bytes.toString('latin1'));
    const within = (all: readonly (readonly [string, Buffer])[]) =>
      all.filter(([, part]) => bytes.includes(part)).map(([name]) => name);
    return {
      voter: [...new Set([...text.voter, ...within(this.#voters)])],
      row: [...new Set([...text.row, ...within(this.#rows)])],
      ballot: text.ballot,
    };
  }
}

/** One mention of exactly one voter, row or ballot, or of several kinds together. */
interface Mention {
  readonly source: string;
  readonly found: Found;
  /** The transaction, if known. */
  readonly transaction: string | null;
  /** In milliseconds, if known. */
  readonly at: number | null;
}

const union = (a: Found, b: Found): Found => ({
  voter: [...new Set([...a.voter, ...b.voter])],
  row: [...new Set([...a.row, ...b.row])],
  ballot: [...new Set([...a.ballot, ...b.ballot])],
});
const isEmpty = (found: Found) => kinds.every((kind) => found[kind].length === 0);

/** Follows each row through the log by its place on disk, because the log of an update leaves out what didn't change. */
const mentionsInLog = (finder: Finder, { before, changes }: Evidence): Mention[] => {
  const places = new Map<string, Found>();
  for (const [table, rows] of before)
    for (const { ctid, text } of rows) places.set(`${table} ${ctid}`, finder.text(text));
  const nothing: Found = { voter: [], row: [], ballot: [] };
  return changes.map(({ table, kind, transaction, at, from, to, bytes }) => {
    const old = from === null ? nothing : (places.get(`${table} ${from}`) ?? nothing);
    const found = union(old, finder.bytes(bytes));
    if (to !== null) places.set(`${table} ${to}`, found);
    return { source: `log of ${table} (${kind})`, found, transaction, at };
  });
};

const mentionsInTables = (finder: Finder, name: string, tables: Snapshot): Mention[] =>
  [...tables].flatMap(([table, rows]) => {
    const mentions = (order: string, sorted: typeof rows) =>
      sorted.map(({ xmin, text }) => ({
        source: `${table} by ${order} ${name}`,
        found: finder.text(text),
        transaction: String(xmin),
        at: null,
      }));
    return [
      ...mentions('ctid', rows),
      ...mentions(
        'xmin',
        rows.toSorted((a, b) => a.xmin - b.xmin),
      ),
    ];
  });

const mentionsInLines = (finder: Finder, source: string, lines: readonly string[]): Mention[] =>
  lines.map((line) => {
    const time = /"time":(\d{13})/u.exec(line)?.[1];
    return {
      source,
      found: finder.text(line),
      transaction: null,
      at: time === undefined ? null : Number(time),
    };
  });

const single = (values: readonly string[]): string | null =>
  values.length === 1 ? (values[0] ?? null) : null;

/** Joins what one row, line or transaction mentions, if it mentions one of each. */
const joinTogether = (
  mentions: readonly Mention[],
  from: Kind,
  to: Kind,
  groupOf: (mention: Mention, nth: number) => string | null,
): ReadonlyMap<string, string> => {
  const groups = new Map<string, Found>();
  for (const [nth, mention] of mentions.entries()) {
    const group = groupOf(mention, nth);
    if (group === null || isEmpty(mention.found)) continue;
    const before = groups.get(group);
    groups.set(group, before === undefined ? mention.found : union(before, mention.found));
  }
  const pairs = new Map<string, string>();
  for (const found of groups.values()) {
    const [a, b] = [single(found[from]), single(found[to])];
    if (a !== null && b !== null) pairs.set(a, b);
  }
  return pairs;
};

/** When, and in which order, one source mentions voters, rows or ballots. */
interface Order {
  readonly name: string;
  readonly entries: readonly { readonly value: string; readonly at: number | null }[];
}

/** Returns the orders of a kind in each source: by the first and by the last mention. */
const ordersOf = (mentions: readonly Mention[], kind: Kind): Order[] => {
  const sources = Map.groupBy(mentions, ({ source }) => source);
  return [...sources].flatMap(([source, list]) => {
    const entries = list.flatMap(({ found, at }) => {
      const value = single(found[kind]);
      return value === null ? [] : [{ value, at }];
    });
    // A map keeps the position of the first entry with a key.
    const byFirst = [...Map.groupBy(entries, ({ value }) => value).values()].flatMap((same) =>
      same.slice(0, 1),
    );
    const byLast = [...Map.groupBy(entries.toReversed(), ({ value }) => value).values()]
      .flatMap((same) => same.slice(0, 1))
      .toReversed();
    if (byFirst.length < 3) return [];
    return byFirst.length === entries.length
      ? [{ name: source, entries }]
      : [
          { name: `${source}, first`, entries: byFirst },
          { name: `${source}, last`, entries: byLast },
        ];
  });
};

const joinByPosition = (a: Order, b: Order): ReadonlyMap<string, string> =>
  new Map(
    a.entries
      .slice(0, b.entries.length)
      .map(({ value }, nth): [string, string] => [value, b.entries[nth]?.value ?? '']),
  );

const joinByTime = (a: Order, b: Order): ReadonlyMap<string, string> => {
  const timed = b.entries.filter(({ at }) => at !== null);
  const pairs = new Map<string, string>();
  for (const { value, at } of a.entries) {
    if (at === null) continue;
    const [nearest] = timed.toSorted(
      (x, y) => Math.abs((x.at ?? 0) - at) - Math.abs((y.at ?? 0) - at),
    );
    if (nearest !== undefined) pairs.set(value, nearest.value);
  }
  return pairs;
};

/** Returns the guesses of all ways to join two kinds, without repetitions. */
export const guess = (evidence: Evidence, known: Known, from: Kind, to: Kind): Guess[] => {
  const finder = new Finder(known);
  const mentions = [
    ...mentionsInLog(finder, evidence),
    ...mentionsInTables(finder, 'during voting', evidence.during),
    ...mentionsInTables(finder, 'after the count', evidence.after),
    ...mentionsInLines(finder, 'log lines', evidence.logLines),
    ...evidence.backups.flatMap((files, nth) =>
      [...files].flatMap(([file, lines]) =>
        mentionsInLines(finder, `backup ${nth} ${file}`, lines),
      ),
    ),
  ].filter(({ found }) => !isEmpty(found));
  const guesses: Guess[] = [
    { way: 'the same row or line', pairs: joinTogether(mentions, from, to, (_, nth) => `${nth}`) },
    {
      way: 'the same transaction',
      pairs: joinTogether(mentions, from, to, ({ transaction }) => transaction),
    },
  ];
  const targets = ordersOf(mentions, to);
  for (const a of ordersOf(mentions, from))
    for (const b of targets) {
      guesses.push({ way: `order: ${a.name} ↔ ${b.name}`, pairs: joinByPosition(a, b) });
      guesses.push({ way: `time: ${a.name} ↔ ${b.name}`, pairs: joinByTime(a, b) });
    }
  const seen = new Set<string>();
  return guesses.filter(({ pairs }) => {
    const text = JSON.stringify([...pairs].toSorted());
    if (pairs.size === 0 || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
};

/** Returns how many pairs of a guess are right. */
export const rightOf = ({ pairs }: Guess, truth: ReadonlyMap<string, string>): number =>
  [...pairs].filter(([a, b]) => truth.get(a) === b).length;

/** Returns the guess with the most right pairs. */
export const bestOf = (
  guesses: readonly Guess[],
  truth: ReadonlyMap<string, string>,
): { way: string; right: number; ways: number } => {
  let best = { way: 'none', right: 0, ways: guesses.length };
  for (const one of guesses) {
    const right = rightOf(one, truth);
    if (right > best.right) best = { way: one.way, right, ways: guesses.length };
  }
  return best;
};

import { CountError, type Contest, type Papers } from '#server/features/elections/count/contest.ts';

/*
 * BLT, the file format of OpenSTV and OpaVote: the numbers of candidates and seats; withdrawn candidates as negative numbers; one ballot
 * a line, such as "28 2 3 0" for 28 papers; a line "0"; names, which counting doesn't need. OpaVote adds [nick …], [withdrawn …] and
 * [tie …] with nicknames of candidates.
 */

const wordsOf = (line: string): string[] => line.split(/[\s,;]+/).filter(Boolean);
const isWhole = (word: string | undefined): word is string => /^\d+$/.test(word ?? '');

/** Returns the contest, or undefined if the text isn't in this format. */
export const readBlt = (text: string): Contest | undefined => {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  const [first, seatsWord] = wordsOf(lines.shift() ?? '');
  const candidates = Number(first);
  if (
    !isWhole(first) ||
    !Number.isSafeInteger(candidates) ||
    candidates < 1 ||
    seatsWord === undefined
  )
    return undefined;

  const nicknames = new Map<string, number>();
  const numberOf = (word: string): number =>
    nicknames.get(word) ?? (isWhole(word) ? Number(word) : Number.NaN);
  let lots = Array.from({ length: candidates }, (_, index) => index + 1);
  const withdrawn: number[] = [];
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    const [, option, list = ''] = /^\[(\w+)\s([^\]]*)\]$/.exec(line) ?? [];
    const words = wordsOf(option === undefined ? line : list);
    if (option === 'nick') words.forEach((word, index) => nicknames.set(word, index + 1));
    else if (option === 'withdrawn') withdrawn.push(...words.map(numberOf));
    else if (option === 'tie') lots = words.map(numberOf);
    else if (option === undefined) {
      if (!words.every((word) => /^-\d+$/.test(word))) break;
      withdrawn.push(...words.map((word) => -Number(word)));
    }
    lines.shift();
  }

  const ballots: Papers[] = [];
  // Both loops read from the same iterator, because a ballot can continue on the next line.
  const words = lines.flatMap(wordsOf).values();
  for (const papers of words) {
    if (papers === '0') return { candidates, seats: Number(seatsWord), ballots, withdrawn, lots };
    if (!isWhole(papers)) throw new CountError('papers_invalid');
    const ranking: number[] = [];
    let isComplete = false;
    for (const word of words) {
      isComplete = word === '0';
      if (isComplete) break;
      if (word.includes('=')) throw new CountError('rank_twice');
      // A hyphen is a rank that the voter left empty.
      if (word !== '-') ranking.push(numberOf(word));
    }
    if (!isComplete) return undefined;
    ballots.push([Number(papers), ranking]);
  }
  return undefined;
};

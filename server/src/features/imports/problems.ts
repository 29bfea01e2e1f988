/** Something about the whole import that the operator can put right; the message is one sentence. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** What is wrong with one row, where, and why. `line` is where the row begins; `column` is empty when it is the whole row. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}

/** Names a problem of one file. */
export type ReportProblem = (problem: Omit<Problem, 'file'>) => void;

/** Problems kept in full; the rest is counted. */
export const problemsMax = 1_000;

/** Everything wrong with an import: the first ones in full, all of them counted. */
export interface Problems {
  readonly list: Problem[];
  total(): number;
  /** Counts problems; those of `found` are kept as long as there is room, `total` may be more. */
  add(file: string, found: readonly Omit<Problem, 'file'>[], total?: number): void;
  report(file: string): ReportProblem;
}

export const openProblems = (): Problems => {
  const list: Problem[] = [];
  let count = 0;
  const add = (
    file: string,
    found: readonly Omit<Problem, 'file'>[],
    total = found.length,
  ): void => {
    count += total;
    list.push(
      ...found.slice(0, Math.max(0, problemsMax - list.length)).map((one) => ({ file, ...one })),
    );
  };
  return { list, total: () => count, add, report: (file) => (problem) => add(file, [problem]) };
};

/** A problem as people read it. */
export const problemLine = ({ file, line, column, reason }: Problem): string =>
  `${file}, line ${line}${column === '' ? '' : `, column ${column}`}: ${reason}`;

/** A problem with the whole import that the operator can solve. The message is one sentence. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** A problem in one row. `line` is where the row begins. `column` is empty if the problem concerns the whole row. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}

/** Reports a problem in one file. */
export type ReportProblem = (problem: Omit<Problem, 'file'>) => void;

/** Number of problems that are kept in full. The others are only counted. */
export const problemsMax = 1_000;

/** The problems of an import: the first ones in full, and the total number. */
export interface Problems {
  readonly list: Problem[];
  total(): number;
  /** Adds problems. It keeps those of `found` while there is space. `total` can be higher. */
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

/** Returns the text of a problem. */
export const problemLine = ({ file, line, column, reason }: Problem): string =>
  `${file}, line ${line}${column === '' ? '' : `, column ${column}`}: ${reason}`;

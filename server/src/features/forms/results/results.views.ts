import type {
  AnswerValue,
  FormAnswers,
  FormDefinition,
  Question,
} from '#contract/forms/definition.ts';
import { formLimits } from '#contract/forms/limits.ts';
import type { CountedRow } from './results.queries.ts';

/** A question of any revision of a form. An answered question keeps its kind, so its answers can be counted together. */
export interface AskedQuestion {
  readonly question: Question;
  readonly isCurrent: boolean;
}

const withOptionsOf = (newer: Question, older: Question): Question => {
  if (!('options' in newer) || !('options' in older)) return newer;
  const known = new Set(newer.options.map(({ id }) => id));
  return {
    ...newer,
    hasOther: newer.hasOther || older.hasOther,
    options: [...newer.options, ...older.options.filter(({ id }) => !known.has(id))],
  };
};

/** Returns the questions of all revisions, newest first, without statements. Deleted options stay, because people chose them. */
export const askedQuestions = (
  definitions: readonly FormDefinition[],
): readonly AskedQuestion[] => {
  const asked = new Map<string, AskedQuestion>();
  definitions.forEach(({ questions }, nth) => {
    for (const question of questions) {
      if (question.kind === 'statement') continue;
      const before = asked.get(question.id);
      asked.set(question.id, {
        question: before === undefined ? question : withOptionsOf(before.question, question),
        isCurrent: before?.isCurrent ?? nth === 0,
      });
    }
  });
  return [...asked.values()];
};

/** The parts of an answer, by the kind of its question. */
const partsOf: Readonly<Record<Question['kind'], readonly CountedRow['part'][]>> = {
  short: ['text'],
  long: ['text'],
  one: ['option', 'other'],
  several: ['option', 'other'],
  scale: ['number'],
  number: ['number'],
  date: ['text'],
  file: ['file'],
  person: ['person'],
  statement: [],
};

/** Maximum number of bars in a chart of numbers. More distinct numbers are grouped into this many ranges. */
const bars = 12;
const spans = 8;

interface Counted {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** Counts numbers, in ranges if there are many distinct ones. */
const numberValues = (rows: readonly CountedRow[]): Counted[] => {
  const numbers = rows
    .map(({ value, n }) => ({ value: Number(value), n }))
    .toSorted((one, other) => one.value - other.value);
  if (numbers.length <= bars)
    return numbers.map(({ value, n }) => ({
      value: String(value),
      label: String(value),
      count: n,
    }));
  const least = numbers[0]?.value ?? 0;
  const width = ((numbers.at(-1)?.value ?? 0) - least) / spans;
  return Array.from({ length: spans }, (_, nth) => {
    const from = least + nth * width;
    const isLast = nth === spans - 1;
    const label = `${rounded(from)}–${rounded(from + width)}`;
    const within = numbers.filter(({ value }) => value >= from && (isLast || value < from + width));
    return { value: label, label, count: within.reduce((sum, { n }) => sum + n, 0) };
  });
};

/** Counts the answers to one question, in their display order. */
export const valuesOf = (
  question: Question,
  rows: readonly CountedRow[],
  names: ReadonlyMap<string, string>,
): { values: Counted[]; texts: { text: string; count: number }[]; more: number } => {
  const of = (part: CountedRow['part']) => rows.filter((row) => row.part === part);
  const texts = [...of('text'), ...of('other')].map(({ value, n }) => ({ text: value, count: n }));
  const more = partsOf[question.kind]
    .map((part) => of(part))
    .reduce((sum, some) => sum + Math.max(0, (some[0]?.different ?? 0) - some.length), 0);
  const countOf = (part: CountedRow['part'], value: string) =>
    of(part).find((row) => row.value === value)?.n ?? 0;
  switch (question.kind) {
    case 'one':
    case 'several': {
      const others = of('other').reduce((sum, { n }) => sum + n, 0);
      return {
        values: [
          ...question.options.map(({ id, label }) => ({
            value: id,
            label,
            count: countOf('option', id),
          })),
          ...(question.hasOther ? [{ value: '', label: '', count: others }] : []),
        ],
        texts,
        more,
      };
    }
    case 'scale':
      return {
        values: Array.from({ length: question.to - question.from + 1 }, (_, nth) => {
          const step = String(question.from + nth);
          return { value: step, label: step, count: countOf('number', step) };
        }),
        texts: [],
        more,
      };
    case 'number':
      return { values: numberValues(of('number')), texts: [], more };
    case 'date':
      return {
        values: of('text')
          .map(({ value, n }) => ({ value, label: value, count: n }))
          .toSorted((one, other) => (one.value < other.value ? -1 : 1)),
        texts: [],
        more,
      };
    case 'person':
      return {
        values: of('person').map(({ value, n }) => ({
          value,
          label: names.get(value) ?? '',
          count: n,
        })),
        texts: [],
        more,
      };
    default:
      return { values: [], texts: question.kind === 'file' ? [] : texts, more };
  }
};

/** Returns the counted answers to a question. */
export const rowsOf = (question: Question, rows: readonly CountedRow[]): readonly CountedRow[] =>
  rows.filter((row) => row.question === question.id && partsOf[question.kind].includes(row.part));

/** Returns an answer as text. */
export const answerText = (
  question: Question,
  value: AnswerValue | undefined,
  names: { people: ReadonlyMap<string, string>; files: ReadonlyMap<string, string> },
): string | number => {
  if (value === undefined) return '';
  if (typeof value !== 'object') return value;
  if ('options' in value) {
    const labels = 'options' in question ? question.options : [];
    const chosen = value.options.map((id) => labels.find((one) => one.id === id)?.label ?? '');
    return [...chosen, ...(value.other === null ? [] : [value.other])].join('; ');
  }
  if ('files' in value) return value.files.map((id) => names.files.get(id) ?? '').join('; ');
  return names.people.get(value.person) ?? '';
};

/** The columns of an export, one for each question. `texts` returns the cells of one person's answers. */
export const exportColumns = (asked: readonly AskedQuestion[]) => ({
  titles: asked.map(({ question }) => question.title.slice(0, formLimits.title)),
  cells: (answers: FormAnswers, names: Parameters<typeof answerText>[2]) =>
    asked.map(({ question }) => answerText(question, answers[question.id], names)),
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formDefinition,
  type FormAnswers,
  type FormDefinition,
  type Question,
} from './definition.ts';
import {
  checkAnswers,
  definitionProblem,
  shownPages,
  shownQuestions,
  unfinishedPart,
  unfinishedQuestion,
  withoutBlankOptions,
} from './form-rules.ts';

const base = { help: '', isRequired: false, startsPage: false, conditions: [] };
const short = (id: string, more: object = {}): Question => ({
  ...base,
  id,
  title: `Question ${id}`,
  kind: 'short',
  ...more,
});
const one = (id: string, more: object = {}): Question => ({
  ...base,
  id,
  title: `Question ${id}`,
  kind: 'one',
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
  hasOther: false,
  ...more,
});
const choose = (...options: string[]) => ({ options, other: null });
const when = (question: string, value: string | number | null, test = 'is') => ({
  conditions: [{ question, test, value }],
});
const codes = (definition: FormDefinition, answers: FormAnswers) =>
  checkAnswers(definition, answers).problems.map(({ question, code }) => `${question} ${code}`);

/** Any form whose conditions refer to earlier questions, with any answers. */
const question = (nth: number, earlier: readonly Question[]): fc.Arbitrary<Question> => {
  const ids = earlier.filter(({ kind }) => kind === 'one').map(({ id }) => id);
  const conditions = fc.array(
    fc.record({
      question: fc.constantFrom(...(ids.length === 0 ? ['q0'] : ids)),
      test: fc.constantFrom('is' as const, 'is_not' as const),
      value: fc.constantFrom('yes', 'no'),
    }),
    { maxLength: ids.length === 0 ? 0 : 2 },
  );
  return fc
    .record({
      kind: fc.constantFrom('one', 'short', 'scale', 'statement'),
      isRequired: fc.boolean(),
      startsPage: fc.boolean(),
      conditions,
    })
    .map(({ kind, ...rest }) => {
      if (kind === 'one') return one(`q${nth}`, rest);
      if (kind === 'scale')
        return {
          ...base,
          id: `q${nth}`,
          title: 'How much?',
          kind: 'scale',
          from: 1,
          to: 5,
          lowLabel: '',
          highLabel: '',
          ...rest,
        };
      return short(`q${nth}`, { ...rest, kind });
    });
};
const forms = fc
  .integer({ min: 1, max: 8 })
  .chain((size) =>
    Array.from({ length: size }, (_, nth) => nth).reduce<fc.Arbitrary<Question[]>>(
      (some, nth) => some.chain((all) => question(nth, all).map((next) => [...all, next])),
      fc.constant([]),
    ),
  )
  .map((questions) => ({ questions }));
const anyValue = fc.oneof(
  fc.string({ maxLength: 400 }),
  fc.integer({ min: -2, max: 9 }),
  fc.double({ noNaN: true }),
  fc.subarray(['yes', 'no', 'what']).map((options) => ({ options, other: null })),
  fc.record({ options: fc.constant<string[]>([]), other: fc.string({ maxLength: 400 }) }),
  fc.record({ person: fc.string() }),
);
const anyAnswers = fc.dictionary(
  fc.oneof(fc.constantFrom('q0', 'q1', 'q2', 'q3', 'q4'), fc.string({ maxLength: 12 })),
  anyValue,
);

describe('[CLUB-04] forms', () => {
  test('checkAnswers() keeps only valid answers to shown questions, and keeps the same ones when it checks again', () => {
    fc.assert(
      fc.property(forms, anyAnswers, (form, given) => {
        expect(definitionProblem(form, true)).toBeNull();
        const { answers, problems } = checkAnswers(form, given);
        const shown = new Set(shownQuestions(form, given).map(({ id }) => id));
        for (const id of Object.keys(answers)) expect(shown.has(id)).toBe(true);
        for (const problem of problems) {
          expect(shown.has(problem.question)).toBe(true);
          expect(Object.hasOwn(answers, problem.question)).toBe(false);
        }
        // Dropping an invalid answer can hide questions that depend on it.
        if (problems.length === 0)
          expect(checkAnswers(form, answers)).toEqual({ answers, problems: [] });
        expect(checkAnswers(form, given, true).problems.map(({ code }) => code)).not.toContain(
          'required',
        );
      }),
    );
  });

  test('the pages contain every shown question once, in order', () => {
    fc.assert(
      fc.property(forms, anyAnswers, (form, given) => {
        const pages = shownPages(form, given);
        expect(pages.flat()).toEqual(shownQuestions(form, given));
        expect(pages.every((page) => page.length > 0)).toBe(true);
      }),
    );
  });

  test("an answer doesn't change earlier questions", () => {
    fc.assert(
      fc.property(forms, anyAnswers, anyValue, fc.nat(7), (form, given, value, at) => {
        const id = `q${at}`;
        const until = (answers: FormAnswers) =>
          shownQuestions({ questions: form.questions.slice(0, at + 1) }, answers);
        expect(until({ ...given, [id]: value })).toEqual(until(given));
      }),
    );
  });

  test('a condition must refer to an earlier question and one of its options', () => {
    const problemOf = (...questions: Question[]) => definitionProblem({ questions }, false)?.code;
    expect(problemOf(one('a'), short('b', when('a', 'yes')))).toBeUndefined();
    expect(problemOf(short('b', when('a', 'yes')), one('a'))).toBe('form_condition_forward');
    expect(problemOf(one('a', when('a', 'yes')))).toBe('form_condition_forward');
    expect(problemOf(one('a'), short('b', when('z', 'yes')))).toBe('form_condition_unknown');
    expect(problemOf(one('a'), short('b', when('a', 'maybe')))).toBe('form_condition_unknown');
    expect(problemOf(short('a'), short('b', when('a', 'yes')))).toBe('form_condition_unknown');
    expect(problemOf(short('a'), short('b', when('a', null, 'answered')))).toBeUndefined();
    expect(problemOf(short('a'), short('a'))).toBe('form_ids_repeated');
    const file = { ...base, id: 'f', title: 'A file', kind: 'file' as const, maxFiles: 1 };
    expect(problemOf(file)).toBeUndefined();
    expect(definitionProblem({ questions: [file] }, true)?.code).toBe('form_anonymous_files');
  });

  test('a hidden question is not required, loses its answer, and hides questions that depend on it', () => {
    const form: FormDefinition = {
      questions: [
        one('a', { isRequired: true }),
        one('b', { isRequired: true, ...when('a', 'yes') }),
        short('c', { isRequired: true, ...when('b', 'yes') }),
      ],
    };
    const given = { a: choose('no'), b: choose('yes'), c: 'left over' };
    expect(checkAnswers(form, given)).toEqual({ answers: { a: choose('no') }, problems: [] });
    expect(codes(form, { a: choose('yes'), b: choose('yes') })).toEqual(['c required']);
    expect(codes(form, {})).toEqual(['a required']);
  });

  test('a question with the ID of an object property does not count as answered', () => {
    const form = {
      questions: [short('constructor'), short('b', when('constructor', null, 'answered'))],
    };
    expect(shownQuestions(form, {}).map(({ id }) => id)).toEqual(['constructor']);
    expect(checkAnswers(form, {}).answers).toEqual({});
  });

  test('each question type reports its own problems', () => {
    const form = formDefinition.parse({
      questions: [
        short('text'),
        one('one', { hasOther: true }),
        one('many', { kind: 'several' }),
        { ...base, id: 'n', title: 'n', kind: 'number', min: 1, max: 9, isWhole: true },
        { ...base, id: 'd', title: 'd', kind: 'date', earliest: '2026-02-01', latest: null },
        { ...base, id: 'f', title: 'f', kind: 'file', maxFiles: 1 },
      ],
    });
    const all: [string, FormAnswers[string], string | null][] = [
      ['text', 'x'.repeat(301), 'too_long'],
      ['text', 3, 'wrong_kind'],
      ['one', choose('yes', 'no'), 'one_only'],
      ['one', choose('maybe'), 'unknown_option'],
      ['one', { options: [], other: 'Perhaps' }, null],
      ['one', { options: ['yes'], other: 'Perhaps' }, 'one_only'],
      ['one', { options: [], other: '  ' }, 'other_empty'],
      ['many', choose('yes', 'no'), null],
      ['many', choose('yes', 'yes'), 'unknown_option'],
      ['many', { options: [], other: 'Perhaps' }, 'unknown_option'],
      ['n', 9, null],
      ['n', 10, 'too_large'],
      ['n', 0, 'too_small'],
      ['n', 1.5, 'not_whole'],
      ['d', '2026-02-29', 'not_a_date'],
      ['d', '2026-01-31', 'too_early'],
      ['d', '2026-02-01', null],
      ['f', { files: ['1', '2'] }, 'too_many_files'],
    ];
    for (const [id, value, code] of all)
      expect([id, value, codes(form, { [id]: value })]).toEqual([
        id,
        value,
        code === null ? [] : [`${id} ${code}`],
      ]);
  });

  test('a form is unfinished if it has no question or if a question has no title or options', () => {
    expect(unfinishedQuestion({ questions: [] })).toBe('');
    expect(unfinishedQuestion({ questions: [short('a', { kind: 'statement' })] })).toBe('');
    expect(unfinishedQuestion({ questions: [short('a'), short('b', { title: '' })] })).toBe('b');
    expect(unfinishedQuestion({ questions: [one('a', { options: [] })] })).toBe('a');
    expect(unfinishedQuestion({ questions: [one('a')] })).toBeNull();
  });

  test('withoutBlankOptions() drops options without a label unless a condition refers to them', () => {
    const blank = { id: 'blank', label: ' ' };
    const [x, y] = [
      { id: 'x', label: 'X' },
      { id: 'y', label: 'Y' },
    ];
    const form = { questions: [one('a', { options: [x, blank, y] })] };
    expect(unfinishedQuestion(form)).toBeNull();
    expect(withoutBlankOptions(form)).toEqual({ questions: [one('a', { options: [x, y] })] });
    expect(withoutBlankOptions({ questions: [one('a')] }).questions).toEqual([one('a')]);
    expect(unfinishedPart(one('a', { options: [x] }))).toBe('options');
    expect(unfinishedPart(one('a', { title: ' ', options: [x] }))).toBe('title');
    const conditions = [{ question: 'a', test: 'is' as const, value: 'blank' }];
    const named = { questions: [...form.questions, short('b', { conditions })] };
    expect(withoutBlankOptions(named)).toBe(named);
    expect(unfinishedQuestion(named)).toBe('a');
  });
});

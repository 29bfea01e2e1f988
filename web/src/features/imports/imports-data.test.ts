import { describe, expect, test } from 'vitest';
import { importLimits } from '#contract/imports/limits.ts';
import { filesProblem } from './imports.data.ts';
import { problemCsv } from './problem-csv.ts';

const file = (name: string, size = 10): File =>
  Object.defineProperty(new File(['x'], name), 'size', { value: size });

describe('files to import', () => {
  test.each<[string, File[], ReturnType<typeof filesProblem>]>([
    ['one zip', [file('a.zip')], null],
    ['CSV files', [file('people.csv'), file('CONNECTIONS.CSV')], null],
    ['no files', [], 'wrongFiles'],
    ['a zip with another file', [file('a.zip'), file('people.csv')], 'wrongFiles'],
    ['two zips', [file('a.zip'), file('b.zip')], 'wrongFiles'],
    ['another type', [file('people.xlsx')], 'wrongFiles'],
    [
      'too many files',
      Array.from({ length: importLimits.files + 1 }, (_, n) => file(`${n}.csv`)),
      'wrongFiles',
    ],
    [
      'files that are too large',
      [
        file('a.csv', importLimits.megabytes * 500_000),
        file('b.csv', importLimits.megabytes * 500_001),
      ],
      'tooLarge',
    ],
  ])('%s', (_, files, problem) => {
    expect(filesProblem(files)).toBe(problem);
  });
});

test('the CSV file of rejected rows escapes spreadsheet formulas', () => {
  const reason = 'the username \'=cmd|"x"\' is already in line 2';
  expect(
    problemCsv([
      { file: 'people.csv', line: 3, column: 'username', reason },
      { file: '=1+1.csv', line: 4, column: '', reason: '@SUM(A1)' },
    ]),
  ).toBe(
    '\ufefffile,line,column,reason\r\n"people.csv","3","username","the username \'=cmd|""x""\' is already in line 2"\r\n"\'=1+1.csv","4","","\'@SUM(A1)"\r\n',
  );
});

import { parseArgs } from 'node:util';
import { benchCourses } from './courses.ts';
import { benchFinances } from './finances.ts';

/*
 * `npm run bench -- studies [--students 10k] [--charges 1m] [--readers 1k] [--seconds 4] [--parts courses,finances] [--keep FOLDER]`:
 * compares pages about studies with a baseline that reads the same rows from plain tables with a prepared statement, and large imports with
 * COPY, and syncs an LMS for many people, unless `--readers` is 0. `--keep`: keeps the schools of the courses there for the next run.
 */
const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '10k' },
    charges: { type: 'string', default: '1m' },
    readers: { type: 'string', default: '1k' },
    seconds: { type: 'string', default: '4' },
    parts: { type: 'string', default: 'courses,finances' },
    keep: { type: 'string' },
  },
});
const numberOf = (text: string) => Number(text.replace(/k$/i, '000').replace(/m$/i, '000000'));
const parts = new Set(values.parts.split(','));
const options = {
  students: numberOf(values.students),
  seconds: Number(values.seconds),
  print: (line: string) => void process.stdout.write(`${line}\n`),
};
if (parts.has('courses'))
  await benchCourses({ ...options, readers: numberOf(values.readers), keep: values.keep });
if (parts.has('finances')) await benchFinances({ ...options, charges: numberOf(values.charges) });

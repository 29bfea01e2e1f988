import { parseArgs } from 'node:util';
import { benchCourses } from './courses.ts';
import { benchFinances } from './finances.ts';

/*
 * `npm run bench -- studies [--students 10k] [--charges 1m] [--readers 1k] [--seconds 4] [--parts courses,finances] [--keep FOLDER]`: pages about studies beside a twin that reads the rows shown
 * from plain tables by a prepared statement, large imports beside COPY, and a learning system that is read for
 * many people. `--keep`: the schools of the courses stay there and are used again by the next bench.
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
  say: (line: string) => void process.stdout.write(`${line}\n`),
};
if (parts.has('courses'))
  await benchCourses({ ...options, readers: numberOf(values.readers), keep: values.keep });
if (parts.has('finances')) await benchFinances({ ...options, charges: numberOf(values.charges) });

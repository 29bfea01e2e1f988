import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CommandResult } from './in-campus.ts';

const folder = mkdtempSync(join(tmpdir(), 'commons-ics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command without a database. */
const campus = (...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/campus'),
    };
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), 'ics', 'occurrences', ...args],
      { env },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });

const file = (name: string, ...lines: string[]): string => {
  const path = join(folder, name);
  writeFileSync(
    path,
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
      '\r\n',
    ),
  );
  return path;
};
const year = ['--from', '2026-01-01', '--to', '2027-01-01'];

test(`"ics occurrences" prints a calendar's occurrences as JSON, without a database`, async () => {
  const path = file(
    'a.ics',
    'DTSTART;TZID=Europe/Berlin:20260327T100000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=2',
  );
  const { code, out, err } = await campus(path, ...year);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toEqual([
    ['a', '2026-03-27T09:00:00Z', '2026-03-27T10:00:00Z', false],
    ['a', '2026-04-03T08:00:00Z', '2026-04-03T09:00:00Z', false],
  ]);
});

test(
  '"ics occurrences" omits an invalid event and reports its line',
  { tags: ['soak'] },
  async () => {
    const { code, out, err } = await campus(file('b.ics', 'DTSTART:someday'), ...year);
    expect([code, out]).toEqual([0, '[]\n']);
    expect(err).toMatch(/^line \S+: .* is left out \(ics_value\)\n$/);
  },
);

test(
  '"ics occurrences" explains an invalid calendar, window or file in one sentence',
  { tags: 'soak' },
  async () => {
    const refused = async (sentence: RegExp, ...args: string[]) => {
      const { code, out, err } = await campus(...args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(sentence);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    };
    await Promise.all([
      refused(
        /^ics_too_large: A calendar can have up to 5 MB/,
        file('c.ics', `SUMMARY:${'x'.repeat(6_000_000)}`),
        ...year,
      ),
      refused(
        /^window_invalid: /,
        file('d.ics', 'DTSTART:20260101T000000Z'),
        '--from',
        '2026-01-02',
        '--to',
        '2026-01-01',
      ),
      refused(/none\.ics does not exist or can’t be read/, join(folder, 'none.ics'), ...year),
      refused(/is not a readable file\.$/m, folder, ...year),
    ]);
  },
);

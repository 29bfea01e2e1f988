import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { icsOccurrences, type OccurrenceRow } from './ics-occurrences.ts';
import { readIcsTime } from './ics-times.ts';
import { startsBetween } from './recurrence.ts';
import { readRule } from './rule.ts';
import { TimeError } from './time-error.ts';

/**
 * Calendars of eight libraries and of universities, with the times of their events, on which two other programs agree. Their licenses don't
 * allow us to include them, so these tests are skipped without them.
 */
const data = join(import.meta.dirname, '../../../../../shared/data/ics');
const hasGoldens = existsSync(join(data, 'goldens'));
if (!hasGoldens) console.warn('skipped: the calendars of ../shared/data/ics are not there');

interface GoldenFile {
  readonly file: string;
  readonly window: readonly [string, string];
  readonly occurrences: readonly OccurrenceRow[];
}
interface GoldenRule {
  readonly rrule: string;
  readonly dtstart: string;
  readonly instances: readonly string[];
}

describe.skipIf(!hasGoldens)('third-party calendars', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'commons-ics-'));
    execFileSync('tar', ['-xzf', join(data, 'conformance/corpus-dev.tar.gz'), '-C', folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const pathOf = (file: string) =>
    file.startsWith('university/')
      ? join(data, 'university/dev', file.slice('university/'.length))
      : join(folder, file);

  test('the reader finds the occurrences that two other programs agree on', () => {
    const goldens = JSON.parse(
      gunzipSync(readFileSync(join(data, 'goldens/occurrences-dev.json.gz'))).toString(),
    ) as GoldenFile[];
    expect(goldens).toHaveLength(135);
    for (const { file, window, occurrences } of goldens)
      expect([file, icsOccurrences(readFileSync(pathOf(file)), ...window)]).toEqual([
        file,
        occurrences,
      ]);
  });

  test('recurrence rules have the same instances as in libical', () => {
    const goldens = JSON.parse(
      readFileSync(join(data, 'goldens/rrule-libical-dev.json'), 'utf8'),
    ) as GoldenRule[];
    expect(goldens).toHaveLength(73);
    const at = (text: string) => readIcsTime('golden', text, null).local;
    for (const { rrule, dtstart, instances } of goldens) {
      const rule = readRule(rrule);
      const until = rule.until === undefined ? undefined : at(rule.until);
      const recurrence = { rule, start: at(dtstart), isAllDay: dtstart.length === 8, until };
      const last = at(instances.at(-1) ?? dtstart);
      // A finite rule has no instance after the last one.
      const found = startsBetween(recurrence, at(dtstart), last + 10 * 366 * 86_400_000);
      expect([rrule, found]).toEqual([rrule, instances.map(at)]);
    }
  });

  test('the reader rejects fewer than 40 of the files, each with a TimeError', () => {
    const paths = globSync('**/*.ics', { cwd: folder });
    expect(paths.length).toBeGreaterThan(300);
    const refused = paths.filter((path) => {
      try {
        icsOccurrences(readFileSync(join(folder, path)), '2010-01-01', '2013-01-01');
        return false;
      } catch (error) {
        if (!(error instanceof TimeError)) throw new Error(path, { cause: error });
        return true;
      }
    });
    expect(refused.length).toBeLessThan(40);
  });
});

test.skipIf(!existsSync(join(data, '../hostile/dev')))(
  'the reader rejects hostile text as a calendar, and fails only with a TimeError if an event contains it',
  () => {
    const lists = ['blns', 'xss-payloads'].map(
      (name) =>
        JSON.parse(
          gunzipSync(readFileSync(join(data, `../hostile/dev/${name}.json.gz`))).toString(),
        ) as unknown[],
    );
    const texts = lists
      .flat()
      .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
    expect(texts.length).toBeGreaterThan(4_000);
    for (const text of texts) {
      expect(() => icsOccurrences(text, '2026-01-01', '2027-01-01')).toThrow(TimeError);
      const calendar = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260301T100000Z\n${text}\nEND:VEVENT\nEND:VCALENDAR`;
      try {
        icsOccurrences(calendar, '2026-01-01', '2027-01-01');
      } catch (error) {
        expect(error).toBeInstanceOf(TimeError);
      }
    }
  },
);

import { expect, test } from 'vitest';
import { openErrorLog } from './error-log.ts';

test("the error log has a caller's 1st, 10th and 100th error, and the first one after a quiet period", () => {
  const lines: unknown[] = [];
  const write = (level: string) => (line: object) => lines.push({ level, ...line });
  let now = 0;
  const note = openErrorLog({ info: write('info'), warn: write('warn') } as never, {
    now: () => new Date(now),
  });
  for (let n = 0; n < 150; n += 1) note({ code: 'too_many_requests', school: 'demo', user: 7 });
  note({ code: 'not_found', school: 'demo', user: 7 });
  note({ code: 'too_many_requests', school: 'demo', user: 8 });
  const flood = { code: 'too_many_requests', school: 'demo', user: 7 };
  expect(lines).toEqual([
    { level: 'info', ...flood, times: 1 },
    { level: 'warn', ...flood, times: 10 },
    { level: 'warn', ...flood, times: 100 },
    { level: 'info', code: 'not_found', school: 'demo', user: 7, times: 1 },
    { level: 'info', ...flood, user: 8, times: 1 },
  ]);
  now = 700_000;
  note(flood);
  expect(lines.at(-1)).toEqual({ level: 'info', ...flood, times: 1 });
});

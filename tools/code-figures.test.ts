import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureCode } from './code-figures.ts';

const lines = (count: number, text: string) => `${text}\n`.repeat(count);

test('measureCode() counts lines, long functions and flagged comments, and skips tests, blank lines and comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commons-code-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src', 'long.ts'),
      `// Whoever reads it.\n// This comment is fine.\n\nexport function long() {\n${lines(101, '  f();')}}\n\n/** Calls f. */\nexport const short = () => f();\n`,
    );
    writeFileSync(
      join(folder, 'src', 'page.tsx'),
      `const page = () => {\n${lines(55, '  f();')}\n${lines(5, '  // Why.')}};\n`,
    );
    writeFileSync(join(folder, 'src', 'long.test.ts'), lines(500, 'f();'));
    writeFileSync(join(folder, 'rule.sql'), '-- The rule.\n\nselect 1;\nselect 2;\n');
    expect(measureCode(folder)).toEqual({
      files: 2,
      lines: 103 + 1 + 57,
      sqlLines: 2,
      longFiles: 0,
      functionsOver50: 2,
      functionsOver100: 1,
      flaggedComments: 100 / 3,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

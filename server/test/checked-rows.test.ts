import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differenceOf, statementsOf } from './checked-rows.ts';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => join(source, path));
const typed = files.flatMap((file) =>
  statementsOf(file)
    .filter(({ row }) => row !== undefined)
    .map(({ line, row }) => ({ at: `${file.slice(source.length + 1)}:${line}`, row })),
);

test('statementsOf() finds the row types of nearly all raw SQL statements', () => {
  expect(typed.length).toBeGreaterThan(200);
  // Single values such as `sql<boolean>`, rows whose columns only the statement knows, and pages that return a count without rows.
  expect(typed.filter(({ row }) => row === null).length).toBeLessThan(29);
});

test('differenceOf() reports missing and extra columns, unexpected nulls, and values of another type', () => {
  const [row] = statementsOf(join(source, 'features/people/pictures/pictures.queries.ts')).flatMap(
    (one) => (one.row ? [one.row] : []),
  );
  const good = {
    shown: null,
    name: 'a-m.webp',
    original: null,
    width: 1,
    height: 1,
    crop_x: 0.5,
    crop_y: 0.5,
    crop_zoom: 1,
    removed_at: new Date(),
    bytes: 1,
  };
  const { name: _, ...short } = good;
  expect(differenceOf(good, row ?? null)).toBe(null);
  expect(differenceOf(short, row ?? null)).toContain('no column name');
  expect(differenceOf({ ...good, extra: 1 }, row ?? null)).toContain('a column extra');
  expect(differenceOf({ ...good, width: null }, row ?? null)).toContain('width is null');
  expect(differenceOf({ ...good, removed_at: '2026-01-01' }, row ?? null)).toContain(
    'removed_at is string',
  );
});

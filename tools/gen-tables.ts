import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { launchPostgres } from '#postgres/launch.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { isEntry } from './entry.ts';

const target = join(import.meta.dirname, '../server/src/kernel/database/tables.ts');

/** TypeScript types by database type. The pool parses int8 into numbers. */
const types: Record<string, string> = {
  int8: 'number',
  int4: 'number',
  int2: 'number',
  float8: 'number',
  // Exact decimals. Statements that need a number cast them.
  numeric: 'string',
  text: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  jsonb: 'unknown',
  json: 'unknown',
  bytea: 'Buffer',
  uuid: 'string',
  _uuid: 'string[]',
  _text: 'string[]',
  _int8: 'number[]',
  _int4: 'number[]',
  // Midnight in the server's time zone, because the driver has no type for dates.
  date: 'Date',
  _date: 'Date[]',
  tstzrange: 'string',
  time: 'string',
  _int2: 'number[]',
};

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  is_identity: 'YES' | 'NO';
  is_generated: 'ALWAYS' | 'NEVER';
}

const typeOf = (column: Column): string => {
  const base = types[column.udt_name];
  if (base === undefined)
    throw new Error(
      `${column.table_name}.${column.column_name}: no row type for ${column.udt_name}; add it to tools/gen-tables.ts`,
    );
  const whole = column.is_nullable === 'YES' ? `${base} | null` : base;
  if (column.is_generated === 'ALWAYS') return `GeneratedAlways<${whole}>`;
  return column.is_identity === 'YES' || column.column_default !== null
    ? `Generated<${whole}>`
    : whole;
};

const pascal = (name: string) =>
  name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** Returns the row types of a migrated database as TypeScript. */
export const describeTables = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(`
    select c.table_name, c.column_name, c.udt_name, c.is_nullable, c.column_default, c.is_identity, c.is_generated
    from information_schema.columns c where c.table_schema = 'public' order by c.table_name collate "C", c.ordinal_position`);
  await client.end();
  const tables = [...Map.groupBy(rows, (row) => row.table_name)];
  return [
    '// Written by `npm run tables` from the migrated database.',
    "import type { Generated, GeneratedAlways } from 'kysely';",
    ...tables.map(
      ([name, columns]) =>
        `\nexport interface ${pascal(name)}Table {\n${columns.map((column) => `  ${column.column_name}: ${typeOf(column)};`).join('\n')}\n}`,
    ),
    `\nexport interface Database {\n${tables.map(([name]) => `  ${name}: ${pascal(name)}Table;`).join('\n')}\n}\n`,
  ].join('\n');
};

const main = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'commons-tables-'));
  const database = await launchPostgres({
    folder,
    log: () => undefined,
    settings: { fsync: 'off' },
  });
  try {
    await migrate({ url: database.url });
    const text = await describeTables(database.url);
    if (!process.argv.includes('--check')) writeFileSync(target, text);
    else if (readFileSync(target, 'utf8') !== text) {
      console.error(
        'server/src/kernel/database/tables.ts does not fit the migrations; run: npm run tables',
      );
      process.exitCode = 1;
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

if (isEntry(import.meta.filename)) await main();

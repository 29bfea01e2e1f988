import { sql } from 'kysely';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'rolldown/experimental';

/*
 * Raw statements declare the type of their rows (`sql<Row>`), which TypeScript doesn't verify. This compares the results of every statement
 * in a test with its declaration: the columns by name, and each value's type, including null. The test world enables it (world.ts), so
 * every server test checks its statements.
 */
const root = join(import.meta.dirname, '../..');

/** The possible types of a value: names from `typeof`, and null, Date, Buffer, array. `any` means unchecked. */
export type Kinds = ReadonlySet<string>;
export interface Column {
  readonly kinds: Kinds;
  readonly isOptional: boolean;
}
/** The columns of a row. Null if the type isn't a known row (`Record<…>`, a single value). */
export type RowType = ReadonlyMap<string, Column> | null;

/** A statement, with the lines of the call that runs it. `undefined` if it declares no type. */
interface Statement {
  readonly line: number;
  readonly call: readonly [from: number, to: number];
  readonly row: RowType | undefined;
}

// The parser's own types name every kind of node; a few properties of some are all that is asked here.
// eslint-disable-next-line typescript/no-explicit-any -- as said above.
type Node = any;

interface Module {
  readonly path: string;
  readonly text: string;
  readonly body: readonly Node[];
  /** Types of this file, by name. */
  readonly types: ReadonlyMap<string, Node>;
  /** The file and original name of imported names. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

const modules = new Map<string, Module | null>();

const fileOf = (importer: string, from: string): string | null => {
  if (from.startsWith('.')) return join(dirname(importer), from);
  if (from.startsWith('#contract/')) return join(root, 'contract/src', from.slice(10));
  if (from.startsWith('#demo/')) return join(root, 'server/demo', from.slice(6));
  return from.startsWith('#server/') ? join(root, 'server/src', from.slice(8)) : null;
};

const read = (path: string): Module | null => {
  const known = modules.get(path);
  if (known !== undefined) return known;
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const body: readonly Node[] = parseSync(path, text).program.body;
  const types = new Map<string, Node>();
  const imports = new Map<string, { path: string; name: string }>();
  for (const statement of body) {
    const declared = statement.declaration ?? statement;
    if (/^TS(?:Interface|TypeAlias)Declaration$/.test(declared.type))
      types.set(declared.id.name, declared);
    if (statement.type !== 'ImportDeclaration') continue;
    const from = fileOf(path, statement.source.value);
    if (from === null) continue;
    for (const { local, imported } of statement.specifiers)
      imports.set(local.name, { path: from, name: imported?.name ?? '*' });
  }
  const module = { path, text, body, types, imports };
  modules.set(path, module);
  return module;
};

const any: Kinds = new Set(['any']);
const keywords: Readonly<Record<string, string>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSUndefinedKeyword: 'undefined',
  TSArrayType: 'array',
  TSTupleType: 'array',
  TSTypeLiteral: 'object',
};
const named: Readonly<Record<string, string>> = {
  Date: 'Date',
  Buffer: 'Buffer',
  Array: 'array',
  ReadonlyArray: 'array',
  Record: 'object',
};

/** Returns the possible types of a value. */
const kindsOf = (module: Module, type: Node): Kinds => {
  const keyword = keywords[type.type];
  if (keyword !== undefined) return new Set([keyword]);
  if (type.type === 'TSUnionType')
    return new Set(type.types.flatMap((one: Node) => [...kindsOf(module, one)]));
  if (type.type === 'TSTypeOperator')
    return type.operator === 'readonly' ? kindsOf(module, type.typeAnnotation) : any;
  if (type.type === 'TSLiteralType') return new Set([typeof type.literal.value]);
  if (type.type !== 'TSTypeReference') return any;
  const name = type.typeName.name;
  const own = typeof name === 'string' ? named[name] : undefined;
  if (own !== undefined) return new Set([own]);
  const found = typeof name === 'string' ? declarationOf(module, name) : null;
  if (found === null) return any;
  return found.node.type === 'TSInterfaceDeclaration'
    ? new Set(['object'])
    : kindsOf(found.module, found.node.typeAnnotation);
};

const declarationOf = (module: Module, name: string): { module: Module; node: Node } | null => {
  const node = module.types.get(name);
  if (node !== undefined) return { module, node };
  const from = module.imports.get(name);
  const other = from === undefined ? null : read(from.path);
  return other === null || from === undefined ? null : declarationOf(other, from.name);
};

const literalsOf = (type: Node): string[] =>
  type.type === 'TSUnionType'
    ? type.types.flatMap(literalsOf)
    : type.type === 'TSLiteralType'
      ? [String(type.literal.value)]
      : [];

const membersOf = (module: Module, members: readonly Node[]): RowType =>
  new Map(
    members
      .filter((one) => one.type === 'TSPropertySignature')
      .map((one) => [
        one.key.name ?? one.key.value,
        {
          kinds: kindsOf(module, one.typeAnnotation.typeAnnotation),
          isOptional: one.optional === true,
        },
      ]),
  );

const joined = (rows: readonly RowType[]): RowType =>
  rows.includes(null) ? null : new Map(rows.flatMap((row) => [...(row ?? [])]));

/** Returns the columns of a row type. */
const rowOf = (module: Module, type: Node): RowType => {
  if (type.type === 'TSTypeLiteral') return membersOf(module, type.members);
  if (type.type === 'TSIntersectionType')
    return joined(type.types.map((one: Node) => rowOf(module, one)));
  if (type.type !== 'TSTypeReference' || typeof type.typeName.name !== 'string') return null;
  const { name } = type.typeName;
  const [first, second] = type.typeArguments?.params ?? [];
  if (name === 'Pick' || name === 'Omit') {
    const row = rowOf(module, first);
    const keys = literalsOf(second);
    return (
      row && new Map([...row].filter(([column]) => keys.includes(column) === (name === 'Pick')))
    );
  }
  if (name === 'Readonly') return rowOf(module, first);
  const found = declarationOf(module, name);
  if (found === null) return null;
  if (found.node.type === 'TSTypeAliasDeclaration')
    return rowOf(found.module, found.node.typeAnnotation);
  return joined([
    ...(found.node.extends ?? []).map((one: Node) =>
      rowOf(found.module, { ...one, type: 'TSTypeReference', typeName: one.expression }),
    ),
    membersOf(found.module, found.node.body.body),
  ]);
};

/** Returns all statements of a file that declare their rows. */
export const statementsOf = (path: string): readonly Statement[] => {
  const module = read(path);
  if (module === null) return [];
  const starts = [...module.text.matchAll(/\n/g)].map(({ index }) => index + 1);
  const lineAt = (offset: number) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  const found: Statement[] = [];
  const linesOf = (node: Node) => [lineAt(node.start), lineAt(node.end)] as const;
  const visit = (node: Node, call: Node): void => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach((one) => visit(one, call));
    if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'sql')
      found.push({
        line: lineAt(node.start),
        call: linesOf(call ?? node),
        row: node.typeArguments ? rowOf(module, node.typeArguments.params[0]) : undefined,
      });
    // A nested statement is part of the outer one.
    if (node.type === 'TemplateLiteral') return;
    const isCall = node.type === 'CallExpression';
    for (const value of Object.values(node))
      if (typeof value === 'object' && value !== null)
        visit(value, isCall ? node : /Function|Block|Declaration/.test(node.type) ? null : call);
  };
  for (const top of module.body) visit(top, null);
  return found;
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
};

/** Returns how a row differs from its type, or null if it matches. */
export const differenceOf = (
  row: Readonly<Record<string, unknown>>,
  type: RowType,
): string | null => {
  if (type === null) return null;
  for (const [column, { kinds, isOptional }] of type) {
    if (!Object.hasOwn(row, column)) {
      if (isOptional) continue;
      return `has no column ${column}`;
    }
    const kind = kindOf(row[column]);
    if (!kinds.has('any') && !kinds.has(kind))
      return `column ${column} is ${kind}, and said to be ${[...kinds].join(' | ')}`;
  }
  const unknown = Object.keys(row).find((column) => !type.has(column));
  return unknown === undefined ? null : `has a column ${unknown} that its type does not name`;
};

/** Maximum rows to check per result. */
const checkedMax = 50;
const frame = /(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+/;
const sources = ['server/src', 'server/demo'].map((folder) => join(root, folder));
const statements = new Map<string, readonly Statement[]>();

/** Returns the possible types of a statement that runs at this position. None if it was created elsewhere. */
const typesHere = (stack: string): { at: string; rows: readonly RowType[] } | null => {
  for (const text of stack.split('\n').slice(1)) {
    const [, path = '', line = ''] = frame.exec(text) ?? [];
    if (!sources.some((source) => path.startsWith(source)) || path.endsWith('kernel/sql.ts'))
      continue;
    const all = statements.get(path) ?? statementsOf(path);
    statements.set(path, all);
    const near = all.filter(({ call: [from, to] }) => from <= Number(line) && Number(line) <= to);
    const rows = near.map(({ row }) => row);
    // The running statement may be one without a type.
    return rows.length === 0 || rows.includes(undefined)
      ? null
      : { at: `${relative(root, path)}:${line}`, rows: rows.filter((row) => row !== undefined) };
  }
  return null;
};

interface Raw {
  execute: (db: unknown) => Promise<{ rows: readonly Record<string, unknown>[] }>;
}
const marker = Symbol.for('commons.row-types');

/** Differences in the tests of one file. They are reported afterward, so that they don't affect the tests. */
const found = new Set<string>();

/** Starts to compare every raw statement with its type. */
export const checkRowTypes = (): void => {
  // The type doesn't expose the class.
  const raw = Object.getPrototypeOf(sql`select 1`) as Raw & { [marker]?: true };
  if (raw[marker]) return;
  raw[marker] = true;
  const { execute } = raw;
  raw.execute = async function executeChecked(this: unknown, db) {
    const here = typesHere(new Error('where').stack ?? '');
    const answer = await execute.call(this, db);
    if (here !== null && !here.rows.includes(null))
      for (const row of answer.rows?.slice(0, checkedMax) ?? []) {
        const differences = here.rows.map((type) => differenceOf(row, type));
        if (!differences.includes(null))
          found.add(`A row of ${here.at} ${differences.join('; or ')}`);
      }
    return answer;
  };
};

/** Returns the differences since the last call. */
export const takeDifferences = (): readonly string[] => {
  const all = [...found];
  found.clear();
  return all;
};

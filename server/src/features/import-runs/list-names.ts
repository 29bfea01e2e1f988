import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../../kernel/http/problem.ts';
import { readCsv } from '../../kernel/files/csv.ts';
import { campusFiles } from '../imports/campus-files.ts';
import { listNamed, listWithColumns } from '../imports/list-recognition.ts';
import { fileOf, kinds } from '../rosters/kinds.ts';

const rosterFiles = ['manifest.csv', ...kinds.map(({ name }) => fileOf(name))];
const known: readonly string[] = [...new Set([...campusFiles, ...rosterFiles])];

const headerOf = async (path: string): Promise<string[]> => {
  for await (const { cells } of readCsv(createReadStream(path), () => undefined))
    return cells.map((cell) => (typeof cell === 'string' ? cell : ''));
  return [];
};

/**
 * Maps uploaded files to the list names that the import expects, by file name or else by columns. `names` are all files of the
 * folder. Throws if two files contain the same list or if no file is a list.
 */
export const nameLists = async (folder: string, names: readonly string[]): Promise<void> => {
  const taken = new Map<string, string>();
  const take = (list: string, name: string) => {
    const other = taken.get(list);
    if (other !== undefined) throw problem('import_list_twice', { name: other, other: name, list });
    taken.set(list, name);
  };
  const unnamed: string[] = [];
  for (const name of names) {
    const list = known.includes(name) ? name : listNamed(name, known);
    if (list === null) unnamed.push(name);
    else take(list, name);
  }
  let unknown: string | undefined;
  for (const name of unnamed) {
    const list = listWithColumns(await headerOf(join(folder, name)));
    if (list === null) unknown ??= name;
    else take(list, name);
  }
  // A roster can contain files that Commons doesn't use; skip them.
  if (
    unknown !== undefined &&
    !rosterFiles.some((file) => file !== 'courses.csv' && taken.has(file))
  )
    throw problem('import_list_unknown', { name: unknown });
  for (const [list, name] of taken)
    if (list !== name) await rename(join(folder, name), join(folder, list));
};

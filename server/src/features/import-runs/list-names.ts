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
 * Gives the files that somebody sent the names by which the readers know them: by their names as far as those say it, else by their
 * columns. `names` are all files of the folder. Refuses two files of one list, and files of which none is a list.
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
  // A roster may bring files that are not kept here; they are skipped.
  if (
    unknown !== undefined &&
    !rosterFiles.some((file) => file !== 'courses.csv' && taken.has(file))
  )
    throw problem('import_list_unknown', { name: unknown });
  for (const [list, name] of taken)
    if (list !== name) await rename(join(folder, name), join(folder, list));
};

import { resolve, type File, type Report } from './house-files.ts';

/** Rings in which nodes need each other, each once and as short as it gets, from the name that comes first in the alphabet. */
const ringsOf = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const rings: string[][] = [];
  const reported = new Set<string>();
  for (const start of [...edges.keys()].toSorted()) {
    if (reported.has(start)) continue;
    const cameFrom = new Map<string, string>();
    const queue = [start];
    for (const node of queue) {
      if (cameFrom.has(start)) break;
      for (const next of edges.get(node) ?? []) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, node);
        queue.push(next);
      }
    }
    if (!cameFrom.has(start)) continue;
    const ring = [start];
    for (let node = cameFrom.get(start); node !== start; node = cameFrom.get(node ?? start))
      ring.splice(1, 0, node ?? start);
    for (const node of ring) reported.add(node);
    rings.push(ring);
  }
  return rings;
};

const importsOf = (file: File, files: ReadonlyMap<string, File>): string[] =>
  file.imports.flatMap(({ from }) => {
    const to = resolve(file.path, from);
    return to !== undefined && to !== file.path && files.has(to) ? [to] : [];
  });

/** Rings of files, types included: of two files that need each other neither can be read, moved or tested alone. */
export const checkFileRings = (files: ReadonlyMap<string, File>, report: Report): void => {
  const edges = new Map(
    [...files.values()].map((file) => [file.path, new Set(importsOf(file, files))]),
  );
  for (const [first = '', ...others] of ringsOf(edges))
    report(
      { path: first },
      'cycle',
      `imports itself in a ring (${[first, ...others, first].join(' → ')}); what both ends need belongs in a file of its own`,
    );
};

/** The folders in which two paths part, side by side; undefined where one of the two is a file beside the other's folder. */
const partingOf = (from: string, to: string): readonly [string, string] | undefined => {
  const [a, b] = [from.split('/'), to.split('/')];
  const at = a.findIndex((name, index) => name !== b[index]);
  return at < a.length - 1 && at < b.length - 1
    ? [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')]
    : undefined;
};

/** Written by `npm run lists`: everything may read what features declare, and these name every feature. */
const isList = (path: string): boolean => path.includes('/lists/');

/** Rings of folders side by side below the server's or the web app's sources; tests and lists may see everything. */
export const checkFolderRings = (files: ReadonlyMap<string, File>, report: Report): void => {
  const edges = new Map<string, Set<string>>();
  const seenIn = new Map<string, string>();
  for (const file of files.values()) {
    if (file.isTest || isList(file.path) || !/^(server|web)\/src\//.test(file.path)) continue;
    for (const to of importsOf(file, files)) {
      const parting = partingOf(file.path, to);
      if (parting === undefined || !/^(server|web)\/src\//.test(parting[1])) continue;
      const [from, into] = parting;
      edges.set(from, (edges.get(from) ?? new Set()).add(into));
      seenIn.set(`${from} ${into}`, file.path);
    }
  }
  for (const ring of ringsOf(edges)) {
    const way = [...ring, ring[0] ?? ''];
    const where = ring.map((from, index) => seenIn.get(`${from} ${way[index + 1]}`));
    report(
      { path: ring[0] ?? '' },
      'folders',
      `needs itself in a ring of folders (${way.join(' → ')}, by ${where.join(', ')}); what both ends need belongs below them`,
    );
  }
};

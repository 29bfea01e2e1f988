import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../kernel/files/files.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { materialFolder, type DemoPerson } from './crowd.ts';

/** Files written at once: each waits for the disk. */
const atOnce = 16;

/** Keeps the pictures these people have in the school's file store; answers the people with the names under which they are kept. */
export const savePictures = async (
  files: Files,
  school: SchoolId,
  people: readonly DemoPerson[],
): Promise<DemoPerson[]> => {
  const paths = new Set<string>();
  const pathOf = (kind: 'people' | 'covers', name: unknown) =>
    typeof name === 'string' ? join('pictures', kind, `${name}.webp`) : '';
  for (const { photo, cover } of people)
    paths.add(pathOf('people', photo)).add(pathOf('covers', cover));
  paths.delete('');
  const stored = new Map<string, string>();
  const waiting = paths.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const path of waiting)
        stored.set(
          path,
          await files.put(school, await readFile(join(materialFolder, path)), 'webp'),
        );
    }),
  );
  return people.map((person) => ({
    ...person,
    photo: stored.get(pathOf('people', person.photo)) ?? null,
    cover: stored.get(pathOf('covers', person.cover)) ?? null,
  }));
};

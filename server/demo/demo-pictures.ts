import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/kernel/database/database.ts';
import type { Files } from '#server/kernel/files/files.ts';
import { encodeSmall, uploadFormats, withPicture } from '#server/kernel/files/picture-encoding.ts';
import { newStem } from '#server/kernel/files/files.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { insertPicture } from '#server/features/uploads/uploads.queries.ts';
import { materialFolder, type DemoPerson } from './crowd.ts';
import { pictureName } from './picture-name.ts';

/** Files written at the same time, because each waits for the disk. */
const atOnce = 16;

/** Stores these people's pictures in the school's file store. Returns the people with the stored names. */
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

/** Returns the name of a stored drawing of a club or event, or null if there is none. Stores each drawing once. */
export type FindDrawing = (part: 'marks' | 'posters', title: string) => Promise<string | null>;

/** Opens the drawings of `npm run demo-pictures`. */
export const openDrawings = (files: Files, school: SchoolId): FindDrawing => {
  const stored = new Map<string, Promise<string | null>>();
  const store = async (path: string): Promise<string | null> => {
    const bytes = await readFile(join(materialFolder, 'pictures', path)).catch(() => null);
    return bytes && files.put(school, bytes, 'webp');
  };
  return (part, title) => {
    const path = join(part, `${pictureName(title)}.webp`);
    const known = stored.get(path) ?? store(path);
    stored.set(path, known);
    return known;
  };
};

export const scenes = [
  'banner',
  'campus',
  'evening',
  'fair',
  'greenhouse',
  'kitchen',
  'river',
  'room',
  'stage',
  'stairs',
  'talk',
  'trail',
  'workshop',
] as const;
export type Scene = (typeof scenes)[number];

/** Drawn products of a store. */
export type ProductScene = 'beanie' | 'kit' | 'map' | 'mug' | 'shirt' | 'stickers';

/** An upload of a demo picture. */
export interface DemoPicture {
  /** A drawing of `npm run demo-pictures`. */
  readonly scene: Scene | ProductScene;
  readonly name: string;
}

/** Sends pictures for people: `send(owner, picture, at)` answers the upload. Each is read once, however often it is sent. */
export const openPictures = ({ db, files, school }: { db: Db; files: Files; school: SchoolId }) => {
  const read = async (scene: DemoPicture['scene']) => {
    const bytes = await readFile(join(materialFolder, 'pictures', 'scenes', `${scene}.webp`));
    // Stores our drawings as they are, so that a first start needn't encode them.
    const { width, height } = await withPicture(bytes, uploadFormats, async (_, about) => about);
    return { whole: { bytes, width, height }, thumbnail: await encodeSmall({ bytes }, 640) };
  };
  const pictures = new Map<DemoPicture['scene'], ReturnType<typeof read>>();
  return async (owner: number, { scene, name }: DemoPicture, at: Date): Promise<number> => {
    const known = pictures.get(scene) ?? read(scene);
    pictures.set(scene, known);
    const { whole, thumbnail } = await known;
    const names = { whole: `${newStem()}.bin`, thumbnail: `${newStem()}.bin` };
    await files.putAs(school, names.whole, whole.bytes);
    await files.putAs(school, names.thumbnail, thumbnail);
    const { width, height } = whole;
    return insertPicture(db, school, {
      owner,
      name,
      size: whole.bytes.length,
      width,
      height,
      ...names,
      at,
    });
  };
};

export type SendPicture = ReturnType<typeof openPictures>;

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { campusFiles } from './campus-files.ts';
import { pictureBytes } from './picture.ts';
import { ImportRefused } from './problems.ts';
import { openZip, type Bundle } from './zip.ts';

const openFolder = (folder: string): Bundle => {
  /** Finds a file by its name in composed (NFC) or decomposed (NFD) form. */
  const find = async (name: string) => {
    for (const spelling of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
      const path = join(folder, spelling);
      const found = await stat(path).catch(() => null);
      if (found?.isFile() === true) return { path, size: found.size };
    }
    return null;
  };
  return {
    size: async (name) => (await find(name))?.size ?? null,
    open: async (name) => createReadStream((await find(name))?.path ?? join(folder, name)),
    read: async (name) => {
      const file = await find(name);
      if (file === null) return 'missing';
      return file.size > pictureBytes ? 'too large' : readFile(file.path);
    },
    close: async () => undefined,
  };
};

/** Opens a folder or a zip file. */
export const openBundle = async (path: string): Promise<Bundle> => {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ImportRefused(`There is no ${path}.`);
  return found.isDirectory() ? openFolder(path) : openZip(path);
};

/** Returns the format of a folder or zip file by its file names: our own format, or OneRoster. */
export const kindOfBundle = async (path: string): Promise<'campus' | 'oneroster'> => {
  const bundle = await openBundle(path);
  try {
    const has = async (name: string) => (await bundle.size(name)) !== null;
    const ours = await Promise.all(campusFiles.map(has));
    const isRoster =
      (await has('manifest.csv')) || ((await has('users.csv')) && (await has('orgs.csv')));
    // Rosters also have a file with this name.
    const isOurs = campusFiles.some(
      (name, at) => ours[at] && !(isRoster && name === 'courses.csv'),
    );
    if (isOurs && isRoster)
      throw new ImportRefused(
        `${path} holds people.csv, connections.csv or lists of clubs beside files of OneRoster; import them one after the other.`,
      );
    if (!isOurs && !isRoster)
      throw new ImportRefused(
        `${path} holds no roster (manifest.csv, or users.csv and orgs.csv), no list of clubs, and holds neither people.csv nor connections.csv.`,
      );
    return isOurs ? 'campus' : 'oneroster';
  } finally {
    await bundle.close();
  }
};

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { campusFiles } from './campus-files.ts';
import { pictureBytes } from './picture.ts';
import { ImportRefused } from './problems.ts';
import { openZip, type Bundle } from './zip.ts';

const openFolder = (folder: string): Bundle => {
  const size = async (name: string) => {
    const found = await stat(join(folder, name)).catch(() => null);
    return found?.isFile() ? found.size : null;
  };
  return {
    size,
    open: async (name) => createReadStream(join(folder, name)),
    read: async (name) => {
      const bytes = await size(name);
      if (bytes === null) return 'missing';
      return bytes > pictureBytes ? 'too large' : readFile(join(folder, name));
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

/** What a folder or zip holds, by the files that lie in it: our own format, or OneRoster's. */
export const kindOfBundle = async (path: string): Promise<'campus' | 'oneroster'> => {
  const bundle = await openBundle(path);
  try {
    const has = async (name: string) => (await bundle.size(name)) !== null;
    const ours = await Promise.all(campusFiles.map(has));
    const isRoster =
      (await has('manifest.csv')) || ((await has('users.csv')) && (await has('orgs.csv')));
    // Rosters have a file of that name, too.
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

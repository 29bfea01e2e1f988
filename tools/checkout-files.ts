import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Returns the files in folders of a checkout, sorted, as paths from the root. Folders are listed explicitly, so that a checkout without git
 * gives the same result.
 */
export const listFiles = (root: string, folders: readonly string[]): string[] =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name))),
    )
    .toSorted();

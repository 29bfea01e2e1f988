import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Matches files of tables and indexes. Other files appear and disappear while the database runs. */
const isRelation = /^\d+(\.\d+)?$/;

/**
 * Reads all tables and indexes of a database once, because those of a running server are in memory, as are those that were just created.
 */
export const readThrough = async (folder: string): Promise<void> => {
  const files = await readdir(join(folder, 'postgres/cluster/base'), {
    recursive: true,
    withFileTypes: true,
  });
  for (const file of files) {
    if (!file.isFile() || !isRelation.test(file.name)) continue;
    for await (const _ of createReadStream(join(file.parentPath, file.name), {
      highWaterMark: 1_048_576,
    }))
      void _;
  }
};

import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A table's or an index's file; others come and go while the database runs. */
const isRelation = /^\d+(\.\d+)?$/;

/** Reads all tables and indexes of a database once: those of a server that runs stand in the machine's memory, and so do those just built. */
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

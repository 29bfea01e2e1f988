import { realpathSync } from 'node:fs';

/** Returns whether Node was started with this module. Node before 24.2 has no `import.meta.main`. */
export const isEntry = (filename: string): boolean =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename;

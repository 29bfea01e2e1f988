import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const tools = resolve(import.meta.dirname, '../tools');

/** Runs a command of the operator with further environment variables. Returns its output. */
export const runCampus = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(tools, 'run.mjs'), resolve(tools, 'campus/main.ts'), ...args],
    { env: { ...process.env, ...env } },
  );
  return stdout;
};

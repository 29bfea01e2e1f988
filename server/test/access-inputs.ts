import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * The inputs of the access matrix and the fuzzer for each call. Every feature has its own in `<feature>.access-inputs.ts`. A call uses what
 * earlier calls created, so a feature's calls run in the order of their inputs.
 */
interface AccessInputs {
  inputs: Record<string, Record<string, unknown>>;
  admitted?: Record<string, number>;
}

const features = join(import.meta.dirname, '../src/features');
const all = await Promise.all(
  readdirSync(features)
    .toSorted()
    .map((name) => join(features, name, `${name}.access-inputs.ts`))
    .filter((path) => existsSync(path))
    .map(async (path) => (await import(pathToFileURL(path).href)) as AccessInputs),
);

/** Input for each call. Calls that aren't listed have none. `{other}` is replaced by a person's uid. */
export const inputs: AccessInputs['inputs'] = Object.assign({}, ...all.map((one) => one.inputs));

/** Statuses other than 200 that a permitted call gets, because it fails after the permission check. */
export const admitted: NonNullable<AccessInputs['admitted']> = Object.assign(
  {},
  ...all.map((one) => one.admitted),
);

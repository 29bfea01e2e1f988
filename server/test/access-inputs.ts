import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * What the access matrix and the fuzzer put to each call; every feature has its own in `<feature>.access-inputs.ts`. One call leaves
 * what the next finds, so the calls of a feature are made in the order of their inputs.
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

/** Input that makes each call meaningful; calls not named here take none. `{other}` is filled with a person's uid. */
export const inputs: AccessInputs['inputs'] = Object.assign({}, ...all.map((one) => one.inputs));

/** Answers a call gives somebody who may make it, where it is not 200: the call was admitted and then found something wrong. */
export const admitted: NonNullable<AccessInputs['admitted']> = Object.assign(
  {},
  ...all.map((one) => one.admitted),
);

import { problem, type Problem } from './problem.ts';

/* Query parameters that contain JSON, as in the length-aware listings. */

/** Returns the error for an invalid parameter. `message` describes a valid one. */
export const invalidParameter = (path: string, message: string): Problem =>
  problem('invalid_input', {}, [{ path, message }]);

/** Parses a JSON parameter. Undefined if it is missing or empty. */
export const readJsonParameter = (text: string | undefined, path: string): unknown => {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw problem('bad_json', { where: `parameter ${path}` }, [
      { path, message: 'not valid JSON' },
    ]);
  }
};

/** Reads a JSON list of names. Throws `unknown_property` for names that aren't `known`. */
export const readNamesParameter = <P extends string>(
  text: string | undefined,
  path: string,
  known: readonly P[],
): P[] => {
  const list = readJsonParameter(text, path) ?? [];
  if (!Array.isArray(list)) throw invalidParameter(path, 'a JSON list of names');
  const names = list.map((name: unknown) => {
    const found = known.find((one) => one === name);
    if (found === undefined)
      throw problem('unknown_property', {
        name: String(name).slice(0, 60),
        known: known.join(', '),
      });
    return found;
  });
  return [...new Set(names)];
};

/** Returns whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { problem, type Problem } from './problem.ts';

/* Parameters of an address that hold JSON, as the length-aware listings take them. */

/** A parameter that is not what it has to be; `message` says what that is. */
export const invalidParameter = (path: string, message: string): Problem =>
  problem('invalid_input', {}, [{ path, message }]);

/** The value of a JSON parameter; undefined where it is left out or empty. */
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

/** The names of a JSON list; one that is not `known` is refused with `unknown_property`. */
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

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

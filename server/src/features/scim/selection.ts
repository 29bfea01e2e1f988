import { isObject } from './patch.ts';

/** The attributes of a response (RFC 7644, 3.9), as sent by clients. */
export interface Selection {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

const always = ['schemas', 'id'];
const namesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '')
        .toLowerCase(),
    )
    .filter((name) => name !== '');

/** Returns whether an attribute is requested, completely or partly. */
export const isSelected = (
  name: string,
  { attributes, excludedAttributes }: Selection,
): boolean => {
  const wanted = namesOf(attributes);
  if (wanted.length > 0)
    return wanted.some(
      (one) => one === name.toLowerCase() || one.startsWith(`${name.toLowerCase()}.`),
    );
  return !namesOf(excludedAttributes).includes(name.toLowerCase());
};

const partsOf = (value: unknown, isWanted: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => partsOf(item, isWanted));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([part]) => isWanted(part.toLowerCase())))
    : value;
};

/** Returns a resource with only the requested attributes. Schemas and id are always included. */
export const selected = <T extends Record<string, unknown>>(
  resource: T,
  selection: Selection,
): T => {
  const wanted = namesOf(selection.attributes);
  const unwanted = namesOf(selection.excludedAttributes);
  if (wanted.length === 0 && unwanted.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const lower = name.toLowerCase();
    if (always.includes(lower)) return [[name, value]];
    if (wanted.length === 0)
      return unwanted.includes(lower)
        ? []
        : [[name, partsOf(value, (part) => !unwanted.includes(`${lower}.${part}`))]];
    if (wanted.includes(lower)) return [[name, value]];
    return wanted.some((one) => one.startsWith(`${lower}.`))
      ? [[name, partsOf(value, (part) => wanted.includes(`${lower}.${part}`))]]
      : [];
  });
  // In the contract, all attributes except schemas and id are optional.
  return Object.fromEntries(entries) as T;
};

import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The texts of the web app: `messages/<language>.json` of each feature, and of shell, kit, ui and lib. Flat files of key →
 * ICU MessageFormat, which translation tools support.
 */
const web = join(import.meta.dirname, 'src');

export type Placeholders = ReadonlyMap<string, 'string' | 'number' | 'Date'>;

/** Returns the files of a language. */
export const messageFiles = (language: string): string[] =>
  readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`messages/${language}.json`))
    .toSorted()
    .map((path) => join(web, path));

/** Returns all messages of a language by key. A key is only in one file. */
export function readMessages(language: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of messageFiles(language)) {
    const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    for (const [key, message] of Object.entries(messages)) {
      if (found.has(key)) throw new Error(`${path}: "${key}" is in another file too`);
      found.set(key, message);
    }
  }
  return found;
}

function* elementsOf(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element;
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) yield* elementsOf(value);
    if (element.type === TYPE.tag) yield* elementsOf(element.children);
  }
}

const parsed = (key: string, message: string): MessageFormatElement[] => {
  try {
    return parse(message);
  } catch (error) {
    throw new Error(`"${key}": ${message} is not an ICU message: ${String(error)}`, {
      cause: error,
    });
  }
};

const typeOf = ({ type }: MessageFormatElement) => {
  if (type === TYPE.argument || type === TYPE.select) return 'string';
  if (type === TYPE.number || type === TYPE.plural) return 'number';
  return type === TYPE.date || type === TYPE.time ? 'Date' : undefined;
};

/** Returns a message's placeholders with their types. */
export function placeholdersOf(key: string, message: string): Placeholders {
  const found = new Map<string, 'string' | 'number' | 'Date'>();
  for (const element of elementsOf(parsed(key, message))) {
    const type = typeOf(element);
    if (type === undefined || !('value' in element)) continue;
    const name = String(element.value);
    if ((found.get(name) ?? type) !== type)
      throw new Error(
        `"${key}": {${name}} is ${type} and ${found.get(name)}; say {${name}, number}`,
      );
    found.set(name, type);
  }
  return found;
}

/** Returns the forms of each plural in a message. */
export const pluralFormsOf = (message: string): string[][] =>
  [...elementsOf(parse(message))].flatMap((element) =>
    element.type === TYPE.plural ? [Object.keys(element.options)] : [],
  );

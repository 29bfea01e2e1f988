import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/*
 * Text that people write for other people passes through `text()`. This test reads the schemas that parse calls, so it also finds
 * fields that are built from parts.
 */

/** Matches the names of properties that hold such text. */
const written =
  /(?:^|[a-z])(?:name|title|label|subject|heading|caption|note|notes|reason|comment|message|text|body|bio|about|description|summary|reflection|location|address|tag|words)s?$/i;

/** Fields that something else cleans, or that aren't for people. Remove entries that no field needs. */
const cleanedElsewhere: Readonly<Record<string, string>> = {
  'chat.send text': 'The chat cleans text together with its mentions (message-text.ts).',
  'chat.edit text': 'As for chat.send.',
  'club-emails.reach tags[]': 'Tags that members have, which were cleaned when they were given.',
  'club-emails.update audience.tags[]': 'As for club-emails.reach.',
  'clubs.create about': 'HTML, which the server cleans (rich-text.ts).',
  'clubs.update about': 'HTML, which the server cleans (rich-text.ts).',
  'clubs.create tags[]': 'Ids of labels.',
  'clubs.update tags[]': 'Ids of labels.',
  'clubs.check-roster text': 'A list of people, of which only known identifiers are used.',
  'clubs.import-roster text': 'A list of people, of which only known identifiers are used.',
  'courses.announcements.create body': 'HTML, which the server cleans (rich-text.ts).',
  'courses.announcements.update body': 'HTML, which the server cleans (rich-text.ts).',
  'events.create description': 'HTML, which the server cleans (rich-text.ts).',
  'events.update description': 'HTML, which the server cleans (rich-text.ts).',
  'events.paste-check-ins text': 'A list of people, of which only known identifiers are used.',
  'people.change bio': 'HTML, which the server cleans (rich-text.ts).',
  'schools.change-analytics settings.address': 'The address of a server.',
  'uploads.create name':
    'The server cleans file names and removes folders from them (file-kind.ts).',
};

const checksOf = (schema: z.core.$ZodString): string[] =>
  (schema._zod.def.checks ?? []).map((one) => one._zod.def.check);

/** Returns all string fields in a schema, with their paths. */
const stringsIn = (
  schema: z.core.$ZodType,
  path: readonly string[] = [],
  above: readonly z.core.$ZodType[] = [],
): [path: string, schema: z.core.$ZodString][] => {
  if (above.includes(schema)) return [];
  const inside = (one: z.core.$ZodType, ...more: string[]) =>
    stringsIn(one, [...path, ...more], [...above, schema]);
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'string':
      return [[path.join('.').replaceAll('.[]', '[]'), schema as z.core.$ZodString]];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, one]) => inside(one, name));
    case 'array':
      return inside(def.element, '[]');
    case 'record':
      return inside(def.valueType, '{}');
    case 'tuple':
      return def.items.flatMap((one) => inside(one));
    case 'union':
      return def.options.flatMap((one) => inside(one));
    case 'intersection':
      return [...inside(def.left), ...inside(def.right)];
    case 'pipe':
      return inside(def.in);
    case 'lazy':
      return inside(def.getter());
    default:
      return 'innerType' in def ? inside(def.innerType) : [];
  }
};

test('call schemas use text() for names, titles and other text', () => {
  const raw = new Set<string>();
  let cleaned = 0;
  for (const { name, body } of endpoints as readonly Endpoint[]) {
    if (body === undefined) continue;
    for (const [path, schema] of stringsIn(body)) {
      const property =
        path
          .split('.')
          .at(-1)
          ?.replace(/\[\]|\{\}/g, '') ?? '';
      // A username names an account, and a format such as an email address or a date allows no hidden characters.
      if (!written.test(property) || /username/i.test(property) || 'format' in schema._zod.def)
        continue;
      if (checksOf(schema).includes('overwrite')) cleaned += 1;
      else raw.add(`${name} ${path}`);
    }
  }
  expect(cleaned).toBeGreaterThan(100);
  expect([...raw].toSorted()).toEqual(Object.keys(cleanedElsewhere).toSorted());
});

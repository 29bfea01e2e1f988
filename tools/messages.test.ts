import { expect, test } from 'vitest';
import { placeholdersOf, pluralFormsOf, readMessages } from '../web/message-files.ts';

const english = readMessages('en');

test.each(['de', 'ar'])('%s has the same keys as English', (language) => {
  expect([...readMessages(language).keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test.each(['de', 'ar'])('%s has the same placeholders as English', (language) => {
  const given = (messages: ReadonlyMap<string, string>, key: string) =>
    Object.fromEntries(placeholdersOf(key, messages.get(key) ?? ''));
  const translated = readMessages(language);
  for (const key of english.keys())
    expect([key, given(translated, key)]).toEqual([key, given(english, key)]);
});

test.each(['en', 'de', 'ar'])('%s has every plural form of its language', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  const messages = readMessages(language);
  for (const [key, message] of messages)
    for (const said of pluralFormsOf(message))
      expect([key, said.filter((form) => !form.startsWith('=')).toSorted()]).toEqual([key, forms]);
  // If a message has plural forms in English, it has them in every language.
  for (const [key, message] of english)
    expect([key, pluralFormsOf(messages.get(key) ?? '').length]).toEqual([
      key,
      pluralFormsOf(message).length,
    ]);
});

test('placeholdersOf() returns the type of each placeholder and rejects a placeholder with two types', () => {
  expect(() => placeholdersOf('a.b', '{count} of {count, number}')).toThrow('"a.b": {count}');
  expect(
    Object.fromEntries(
      placeholdersOf(
        'a.b',
        '{n, plural, one {# in {place}} other {{when, date}}} {kind, select, a {x} other {y}}',
      ),
    ),
  ).toEqual({ n: 'number', place: 'string', when: 'Date', kind: 'string' });
});

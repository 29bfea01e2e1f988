import { addEnglish, type Messages } from '../../lib/messages.ts';
import { connectionLabels } from '../directory/connection-labels.ts';
import { splitValues, type DirectorySearch } from '../directory/directory-search.ts';
import not from 'messages:en/directory.not';
import english from './messages/en.json';

addEnglish(english);
addEnglish(not);

/** Maximum length of a name, as in the contract, whose schemas the browser doesn't load. */
export const nameMax = 60;

/** Returns a description of a search: “silva” • Student • Physics or Art. Empty if it has no filters. */
export function inWords(
  params: DirectorySearch,
  { t, locale }: Pick<Messages, 't' | 'locale'>,
): string {
  const lists = {
    OR: new Intl.ListFormat(locale, { type: 'disjunction' }),
    AND: new Intl.ListFormat(locale),
  };
  const textsOf = ([key, value]: [string, string]): string[] => {
    if (
      value === '' ||
      ['order', 'layout', 'uid', 'saved'].includes(key) ||
      key.endsWith('_ContainsLogic')
    )
      return [];
    if (key === 'search_word') return [t('saved.quoted', { text: value })];
    const label = key === 'connection' ? connectionLabels[value] : undefined;
    if (label !== undefined) return [t(label)];
    const values = splitValues(value);
    if (key.endsWith('_NotContainsLogic'))
      return [t('directory.not', { name: lists.OR.format(values) })];
    const name = key.replace(/_tagList$/, '');
    return [lists[params[`${name}_ContainsLogic`] === 'AND' ? 'AND' : 'OR'].format(values)];
  };
  const entries = Object.entries(params);
  const words = entries.filter(([key]) => key === 'search_word');
  return [...words, ...entries.filter(([key]) => key !== 'search_word')]
    .flatMap(textsOf)
    .join(' • ');
}

/** Suggests a name: whole words of the description, up to the maximum length. */
export function suggestedName(
  params: DirectorySearch,
  messages: Pick<Messages, 't' | 'locale'>,
): string {
  const words = inWords(params, messages) || messages.t('saved.everybody');
  if (words.length <= nameMax) return words;
  const cut = [...words].slice(0, nameMax - 1).join('');
  return `${cut.slice(0, nameMax - 1).replace(/[\s•,]+\S*$/u, '') || cut.slice(0, nameMax - 1)}…`;
}

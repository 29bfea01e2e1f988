import { useId, useState } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { filterOptions } from '../../messages/en/filter-options.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { valueOf, type Chosen } from './directory-search.ts';
import type { NamedFilter } from './filter-bar.tsx';

addEnglish(filterOptions);

/** Options a picker shows before somebody narrows them by typing. */
const optionsShown = 60;
/** From this many options on, a picker has a search. */
const searchFrom = 9;

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The options of one filter with their counts; several can be chosen where a list may hold several. */
export function FilterOptions({ filter, chosen, onChange }: { filter: NamedFilter; chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { t, number } = useMessages();
  const name = useId();
  const [text, setText] = useState('');
  const isMany = filter.kind === 'list';
  const needle = fold(text.trim());
  const isChosen = (value: string) => chosen.values.includes(valueOf(value));
  const matching = filter.options.filter((option) => needle === '' || fold(option.label).includes(needle));
  // Chosen ones first, so that they can be seen and dropped; the order inside is the school's.
  const [chosenFirst] = useState(() => new Set(chosen.values));
  const ordered = [
    ...matching.filter((option) => chosenFirst.has(valueOf(option.value))),
    ...matching.filter((option) => !chosenFirst.has(valueOf(option.value))),
  ];

  const note = filter.about
    ? 'directory.aboutNote'
    : filter.options.length > 0 && filter.options.every(({ count }) => count === null)
      ? 'directory.noCounts'
      : null;

  const toggle = (value: string) => {
    const plain = valueOf(value);
    if (!isMany) return onChange({ values: isChosen(value) ? [] : [plain], logic: 'OR' });
    onChange({ ...chosen, values: isChosen(value) ? chosen.values.filter((one) => one !== plain) : [...chosen.values, plain] });
  };
  return (
    <div className="grid gap-2">
      {filter.options.length >= searchFrom && <SearchField label={t('directory.filterSearch')} value={text} onChange={setText} />}
      {filter.logic && chosen.values.length > 1 && (
        <Segmented
          label={t('directory.logic')}
          isBlock
          value={chosen.logic}
          options={[
            { value: 'OR', label: t('directory.anyOf') },
            { value: 'AND', label: t('directory.allOf') },
          ]}
          onChange={(logic) => onChange({ ...chosen, logic })}
        />
      )}
      <ul className="-mx-1 grid max-h-80 overflow-y-auto" role="group" aria-label={filter.label}>
        {ordered.slice(0, optionsShown).map((option) => (
          <li key={option.value}>
            <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 hover:bg-fill has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand-text touch:min-h-11">
              <input
                type={isMany ? 'checkbox' : 'radio'}
                name={name}
                checked={isChosen(option.value)}
                onChange={() => toggle(option.value)}
                onClick={() => {
                  // A radio that is on is switched off by a second click.
                  if (!isMany && isChosen(option.value)) toggle(option.value);
                }}
                className="size-4.5 shrink-0 accent-brand-text outline-none"
              />
              <span className="min-w-0 flex-1 truncate text-sm" dir="auto">
                {option.label}
              </span>
              {option.count !== null && (
                <span className="text-sm text-ink-3 tabular-nums">
                  {filter.about ? t('directory.aboutCount', { count: option.count }) : number(option.count)}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {ordered.length === 0 && (
        <p className="px-1 pb-2 text-sm text-ink-2">{t(filter.options.length === 0 ? 'directory.noneLeft' : 'directory.noOption')}</p>
      )}
      {note !== null && <p className="px-1 text-xs text-ink-2">{t(note)}</p>}
    </div>
  );
}

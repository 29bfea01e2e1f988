import { useId, useState } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { noChoice, valueOf, type FilterChoice } from './directory-search.ts';
import type { NamedFilter } from './directory-search.ts';
import english from './messages/en.json';

addEnglish(english);

/** Number of options shown before the user searches. */
const optionsShown = 60;
/** Pickers with at least this many options have a search field. */
const searchFrom = 9;

const normalize = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Included or excluded values. */
type Side = 'values' | 'without';

/** The options of a filter with their counts. List filters allow several. */
export function FilterOptions({
  filter,
  chosen,
  onChange,
}: {
  filter: NamedFilter;
  chosen: FilterChoice;
  onChange: (chosen: FilterChoice) => void;
}) {
  const { t } = useMessages();
  const name = useId();
  const [text, setText] = useState('');
  const isMany = filter.kind === 'list';
  const needle = normalize(text.trim());
  // Which set the checkboxes change. If only excluded values are selected, start with those.
  const [side, setSide] = useState<Side>(() =>
    chosen.values.length === 0 && chosen.without.length > 0 ? 'without' : 'values',
  );
  const other: Side = side === 'values' ? 'without' : 'values';
  const isIn = (set: Side, value: string) => chosen[set].includes(valueOf(value));
  const isChosen = (value: string) => isIn(side, value);
  const matching = filter.options.filter(
    (option) => needle === '' || normalize(option.label).includes(needle),
  );
  // Selected options are at the top, so that they are easy to remove. Otherwise, the school's order is kept.
  const [chosenFirst] = useState(() => new Set([...chosen.values, ...chosen.without]));
  const ordered = [
    ...matching.filter((option) => chosenFirst.has(valueOf(option.value))),
    ...matching.filter((option) => !chosenFirst.has(valueOf(option.value))),
  ];

  const note = filter.about
    ? 'filterOptions.aboutNote'
    : filter.options.length > 0 && filter.options.every(({ count }) => count === null)
      ? 'filterOptions.noCounts'
      : null;

  const toggle = (value: string) => {
    const plain = valueOf(value);
    if (!isMany) return onChange({ ...noChoice, values: isChosen(value) ? [] : [plain] });
    const left = (set: Side) => chosen[set].filter((one) => one !== plain);
    // A value can't be both included and excluded, so selecting it on one side removes it from the other.
    onChange({
      ...chosen,
      [side]: isChosen(value) ? left(side) : [...chosen[side], plain],
      [other]: left(other),
    });
  };
  return (
    <div className="grid gap-2">
      {filter.options.length >= searchFrom && (
        <SearchField label={t('filterOptions.filterSearch')} value={text} onChange={setText} />
      )}
      {isMany && <SideChoice value={side} onChange={setSide} />}
      {filter.logic && side === 'values' && chosen.values.length > 1 && (
        <Segmented
          label={t('filterOptions.logic')}
          isBlock
          value={chosen.logic}
          options={[
            { value: 'OR', label: t('filterOptions.anyOf') },
            { value: 'AND', label: t('filterOptions.allOf') },
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
                  // A second click clears the selected radio button.
                  if (!isMany && isChosen(option.value)) toggle(option.value);
                }}
                className="size-4.5 shrink-0 accent-brand-text outline-none"
              />
              <OptionText
                option={option}
                side={side}
                isOnOtherSide={isMany && isIn(other, option.value)}
                isApproximate={filter.about}
              />
            </label>
          </li>
        ))}
      </ul>
      {ordered.length === 0 && (
        <p className="px-1 pb-2 text-sm text-ink-2">
          {t(filter.options.length === 0 ? 'filterOptions.noneLeft' : 'filterOptions.noOption')}
        </p>
      )}
      {note !== null && <p className="px-1 text-xs text-ink-2">{t(note)}</p>}
    </div>
  );
}

function SideChoice({ value, onChange }: { value: Side; onChange: (next: Side) => void }) {
  const { t } = useMessages();
  return (
    <Segmented<Side>
      label={t('filterOptions.sides')}
      isBlock
      value={value}
      options={[
        { value: 'values', label: t('filterOptions.with') },
        { value: 'without', label: t('filterOptions.without') },
      ]}
      onChange={onChange}
    />
  );
}

interface OptionTextProps {
  option: NamedFilter['options'][number];
  side: Side;
  isOnOtherSide: boolean;
  isApproximate: boolean | undefined;
}

/** The label, a note if the option is selected on the other side, and the number of people. */
function OptionText({ option, side, isOnOtherSide, isApproximate }: OptionTextProps) {
  const { t, number } = useMessages();
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-sm" dir="auto">
        {option.label}
      </span>
      {isOnOtherSide && (
        <span className="shrink-0 rounded-full bg-fill px-2 text-xs text-ink-2">
          {t(side === 'values' ? 'filterOptions.isWithout' : 'filterOptions.isWith')}
        </span>
      )}
      {option.count !== null && (
        <span className="text-sm text-ink-3 tabular-nums">
          {isApproximate
            ? t('filterOptions.aboutCount', { count: option.count })
            : number(option.count)}
        </span>
      )}
    </>
  );
}

import { useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { Chip } from '../../ui/chip.tsx';
import { Popover, preloadPopover } from '../../ui/popover.tsx';
import { isNarrowing, noChoice, valueOf, type FilterChoice } from './directory-search.ts';
import type { NamedFilter } from './directory-search.ts';
import not from 'messages:en/directory.not';

addEnglish(not);

const FilterOptions = lazyComponent(() => import('./filter-options.tsx'), 'FilterOptions');
const preload = () => {
  preloadPopover();
  FilterOptions.preload();
};

interface FilterChipProps {
  filter: NamedFilter;
  chosen: FilterChoice;
  /** True if no other filter is set. Then the number of results is also this option's count. */
  isAlone: boolean;
  /** Called when the user is about to open the filter, so that its counts can load. */
  onIntent: () => void;
  onChange: (chosen: FilterChoice) => void;
}

/** A filter chip with its selection, a picker and a button to clear it. */
export function FilterChip({ filter, chosen, isAlone, onIntent, onChange }: FilterChipProps) {
  const messages = useMessages();
  const { t, number } = messages;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isOn = isNarrowing(chosen);
  const text = chosenText(filter, chosen, messages);
  const count =
    chosen.values.length === 1 && chosen.without.length === 0
      ? filter.options.find((option) => valueOf(option.value) === chosen.values[0])?.count
      : undefined;
  return (
    <>
      <Chip
        ref={anchor}
        isOn={isOn}
        hasPicker
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => {
          preload();
          onIntent();
        }}
        onFocus={() => {
          preload();
          onIntent();
        }}
        onClick={() => setOpen(true)}
        {...(isOn && {
          onRemove: () => onChange(noChoice),
          removeLabel: t('directory.remove', { name: filter.label }),
        })}
      >
        <bdi>{text || filter.label}</bdi>
        {isOn && isAlone && typeof count === 'number' && (
          <span className="ms-1.5 font-normal tabular-nums">{number(count)}</span>
        )}
      </Chip>
      <Popover
        label={filter.label}
        anchor={anchor}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        className="w-76 p-3"
      >
        <FilterOptions filter={filter} chosen={chosen} onChange={onChange} />
      </Popover>
    </>
  );
}

/**
 * Returns a short text for a selection: the first value and the number of others, included ones first. Empty if nothing is
 * selected.
 */
export function chosenText(
  filter: Pick<NamedFilter, 'options'>,
  { values, without }: FilterChoice,
  { t }: Pick<Messages, 't'>,
): string {
  const short = ([first, ...more]: readonly string[]): string | null => {
    if (first === undefined) return null;
    const label = filter.options.find((option) => valueOf(option.value) === first)?.label ?? first;
    return more.length === 0 ? label : `${label} +${more.length}`;
  };
  const [having, not] = [short(values), short(without)];
  return [having, not !== null && t('directory.not', { name: not })].filter(Boolean).join(' • ');
}

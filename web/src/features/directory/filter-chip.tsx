import { useRef, useState } from 'react';
import { laterPart } from '../../lib/later-part.ts';
import { useMessages } from '../../lib/messages.ts';
import { Chip } from '../../ui/chip.tsx';
import { Popover, preloadPopover } from '../../ui/popover.tsx';
import { valueOf, type Chosen } from './directory-search.ts';
import type { NamedFilter } from './filter-bar.tsx';

const FilterOptions = laterPart(() => import('./filter-options.tsx'), 'FilterOptions');
const preload = () => {
  preloadPopover();
  FilterOptions.preload();
};

interface FilterChipProps {
  filter: NamedFilter;
  chosen: Chosen;
  /** Nothing else narrows the list: the number beside the choice is what was found. */
  isAlone: boolean;
  /** Somebody turns to it: its counts will be looked at. */
  onIntent: () => void;
  onChange: (chosen: Chosen) => void;
}

/** One filter in the bar: its choice in words, a picker, and a cross to drop it. */
export function FilterChip({ filter, chosen, isAlone, onIntent, onChange }: FilterChipProps) {
  const { t, number } = useMessages();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const text = chosenText(filter, chosen);
  const isOn = text !== null;
  const count = chosen.values.length === 1 ? filter.options.find((option) => valueOf(option.value) === chosen.values[0])?.count : undefined;
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
        {...(isOn && { onRemove: () => onChange({ values: [], logic: 'OR' }), removeLabel: t('directory.remove', { name: filter.label }) })}
      >
        <bdi>{text ?? filter.label}</bdi>
        {isOn && isAlone && typeof count === 'number' && <span className="ms-1.5 font-normal tabular-nums">{number(count)}</span>}
      </Chip>
      <Popover label={filter.label} anchor={anchor} isOpen={isOpen} onClose={() => setOpen(false)} className="w-76 p-3">
        <FilterOptions filter={filter} chosen={chosen} onChange={onChange} />
      </Popover>
    </>
  );
}

function chosenText(filter: NamedFilter, { values }: Chosen): string | null {
  const [first] = values;
  if (first === undefined) return null;
  const label = filter.options.find((option) => valueOf(option.value) === first)?.label ?? first;
  return values.length === 1 ? label : `${label} +${values.length - 1}`;
}

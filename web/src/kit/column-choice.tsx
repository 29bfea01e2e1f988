import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { addEnglish, useMessages } from '../lib/messages.ts';
import { createStore, useStore, type Store } from '../lib/store.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Popover, preloadPopover } from '../ui/popover.tsx';
import english from './messages/en.json';

addEnglish(english);

/*
 * const choice = columnChoice('cg-directory-columns');
 * <ColumnChoice choice={choice} columns={columns} />
 * <DataTable columns={useShownColumns(choice, columns)} … />
 * The columns of a table that a person hides on this device. The first column always shows.
 */
export interface ColumnChoiceStore {
  readonly key: string;
  readonly hidden: Store<ReadonlySet<string>>;
}

export const columnChoice = (key: string): ColumnChoiceStore => ({
  key,
  hidden: createStore<ReadonlySet<string>>(
    new Set((readStored(key) ?? '').split(' ').filter((id) => id !== '')),
  ),
});

interface Named {
  readonly id: string;
  readonly label: string;
}

/** Returns the columns that aren't hidden. */
export function useShownColumns<C extends Named>(
  choice: ColumnChoiceStore,
  columns: readonly C[],
): readonly C[] {
  const hidden = useStore(choice.hidden);
  return columns.filter(({ id }, nth) => nth === 0 || !hidden.has(id));
}

export function ColumnChoice({
  choice,
  columns,
}: {
  choice: ColumnChoiceStore;
  columns: readonly Named[];
}) {
  const { t } = useMessages();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hidden = useStore(choice.hidden);
  const show = (id: string, isShown: boolean) => {
    const next = new Set(hidden);
    if (isShown) next.delete(id);
    else next.add(id);
    choice.hidden.set(next);
    writeStored(choice.key, next.size === 0 ? null : [...next].join(' '));
  };
  return (
    <>
      <IconButton
        ref={anchor}
        icon={Columns3}
        label={t('kit.columns')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPopover}
        onFocus={preloadPopover}
        onClick={() => setOpen(true)}
      />
      <Popover
        label={t('kit.columns')}
        anchor={anchor}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        placement="bottom end"
        className="w-64 px-4 py-3"
      >
        <p className="pb-1 text-sm font-bold">{t('kit.columns')}</p>
        {columns.slice(1).map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            isChecked={!hidden.has(id)}
            onChange={(isShown) => show(id, isShown)}
          />
        ))}
      </Popover>
    </>
  );
}

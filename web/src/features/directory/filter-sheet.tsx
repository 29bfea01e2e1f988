import { ChevronDown } from 'lucide-react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import {
  chosenOf,
  valueOf,
  withChosen,
  withoutFilters,
  type DirectorySearch,
} from './directory-search.ts';
import type { NamedFilter } from './directory-search.ts';
import { FilterOptions } from './filter-options.tsx';
import english from './messages/en.json';

addEnglish(english);

interface FilterSheetProps {
  filters: readonly NamedFilter[];
  search: DirectorySearch;
  total: number | undefined;
  isOpen: boolean;
  onClose: () => void;
  onChange: (next: DirectorySearch) => void;
}

/** All filters in a sheet. The list behind it updates immediately, and the button shows the number of results. */
export function FilterSheet({
  filters,
  search,
  total,
  isOpen,
  onClose,
  onChange,
}: FilterSheetProps) {
  const { t } = useMessages();
  return (
    <Dialog
      title={t('directory.filters')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() =>
              onChange({
                ...withoutFilters(search),
                ...(search['search_word'] && { search_word: search['search_word'] }),
              })
            }
          >
            {t('filterOptions.reset')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('filterOptions.done', { count: total ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="grid">
        {filters.map((filter) => {
          const chosen = chosenOf(search, filter);
          const labelsOf = (values: readonly string[]) =>
            values
              .map(
                (value) =>
                  filter.options.find((option) => valueOf(option.value) === value)?.label ?? value,
              )
              .join(', ');
          const words = [
            labelsOf(chosen.values),
            chosen.without.length > 0 && t('directory.not', { name: labelsOf(chosen.without) }),
          ]
            .filter(Boolean)
            .join(' • ');
          return (
            <details
              key={filter.name}
              className="group border-b border-line last:border-0"
              name="filter"
            >
              <summary className="flex min-h-12 list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
                <span className="font-bold">{filter.label}</span>
                <span className="min-w-0 flex-1 truncate text-end text-sm text-brand-text">
                  {words}
                </span>
                <ChevronDown
                  size={20}
                  aria-hidden
                  className="shrink-0 text-ink-3 transition-transform duration-150 group-open:rotate-180"
                />
              </summary>
              <div className="pb-3">
                <FilterOptions
                  filter={filter}
                  chosen={chosen}
                  onChange={(next) => onChange(withChosen(search, filter, next))}
                />
              </div>
            </details>
          );
        })}
      </div>
    </Dialog>
  );
}

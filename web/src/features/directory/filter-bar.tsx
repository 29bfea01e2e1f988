import { useQuery } from '@tanstack/react-query';
import { directoryFilterKinds, type DirectoryFilterName } from '#contract/directory/address.ts';
import { SlidersHorizontal } from 'lucide-react';
import { memo, Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMinWidth } from '../../lib/media.ts';
import { useMessages } from '../../lib/messages.ts';
import { Chip } from '../../ui/chip.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { directoryFilters, remainingFilters } from './directory.data.ts';
import {
  chosenOf,
  filtersOf,
  isNarrowing,
  noChoice,
  withChosen,
  withoutFilters,
  type DirectorySearch,
  type NamedFilter,
} from './directory-search.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterRow } from './filter-row.tsx';
import { optionsLeft } from './options-left.ts';
import { OrderMenu } from './view-controls.tsx';

const FilterSheet = lazyComponent(() => import('./filter-sheet.tsx'), 'FilterSheet');

/** Filters that are always in the bar. The others are in the More menu until used. */
const inBar = new Set(['account_type', 'year_of_graduation', 'major', 'interests', 'languages']);

const isNamed = (name: string): name is Exclude<DirectoryFilterName, 'search_word'> =>
  name in directoryFilterKinds && name !== 'search_word';

interface FilterBarProps {
  search: DirectorySearch;
  total: number | undefined;
  onChange: (next: DirectorySearch) => void;
  /** On phones, the saved searches are shown before the filters. */
  saved: ReactNode;
}

/** Filter chips that open pickers with counts. On phones, all filters are in a sheet. */
export const FilterBar = memo(function FilterBar({
  search,
  total,
  onChange,
  saved,
}: FilterBarProps) {
  const messages = useMessages();
  const { t } = messages;
  const isPhone = !useMinWidth('md');
  const { openSheet, hasSheet, isSheetOpen, setSheetOpen } = useFilterSheet();
  const { data } = useQuery(directoryFilters());
  // Options are counted once the user is about to open a filter.
  const [isCounting, setCounting] = useState(false);
  const isNarrowed = Object.keys(filtersOf(search)).length > 0;
  const { data: left } = useQuery({
    ...remainingFilters(search),
    enabled: isCounting && isNarrowed,
  });
  const count = () => setCounting(true);
  const reach = () => {
    count();
    preloadDialog();
    FilterSheet.preload();
  };
  const trigger = {
    onPointerEnter: reach,
    onFocus: reach,
    onClick: openSheet,
    'aria-haspopup': 'dialog',
  } as const;
  const isOn = (filter: NamedFilter) => isNarrowing(chosenOf(search, filter));
  const filters: NamedFilter[] = (data ?? [])
    .filter((filter) => filter.kind !== 'search' && (filter.options.length > 0 || isOn(filter)))
    .map((filter) => ({
      ...optionsLeft(filter, isNarrowed ? left : undefined, search, messages),
      label: isNamed(filter.name) ? t(`filter.${filter.name}`) : filter.label,
    }));
  const shown = filters.filter((filter) => isOn(filter) || (!isPhone && inBar.has(filter.name)));
  const isFiltered = Object.keys(filtersOf(search)).some((key) => key !== 'search_word');

  const clear = () =>
    onChange({
      ...withoutFilters(search),
      ...(search['search_word'] && { search_word: search['search_word'] }),
    });

  if (data === undefined) return <ChipsSkeleton />;
  return (
    <FilterRow
      label={t('directory.filters')}
      clearLabel={t('directory.clear')}
      onClear={isFiltered ? clear : null}
      end={
        isPhone && (
          <span className="ms-auto shrink-0">
            <OrderMenu search={search} onChange={onChange} />
          </span>
        )
      }
    >
      {isPhone && (
        <Chip icon={SlidersHorizontal} {...trigger}>
          {t('directory.filters')}
        </Chip>
      )}
      {saved}
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          chosen={chosenOf(search, filter)}
          isAlone={Object.keys(filtersOf(withChosen(search, filter, noChoice))).length === 0}
          onIntent={count}
          onChange={(chosen) => onChange(withChosen(search, filter, chosen))}
        />
      ))}
      {!isPhone && (
        <Chip icon={SlidersHorizontal} {...trigger}>
          {t('directory.more')}
        </Chip>
      )}
      {hasSheet && (
        <Suspense fallback={null}>
          <FilterSheet
            filters={filters}
            search={search}
            total={total}
            isOpen={isSheetOpen}
            onClose={() => setSheetOpen(false)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </FilterRow>
  );
});

/** Opens the sheet with all filters. */
function useFilterSheet() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  // Loads on first use and stays mounted.
  const [hasSheet, setHasSheet] = useState(false);
  const openSheet = () => {
    setHasSheet(true);
    setSheetOpen(true);
  };
  return { openSheet, hasSheet, isSheetOpen, setSheetOpen };
}

function ChipsSkeleton() {
  return (
    <div className="flex gap-2">
      {[5, 4, 5, 6].map((width, index) => (
        <Skeleton
          key={index}
          className="h-8 rounded-full! touch:h-11"
          isRound={false}
          {...{ style: { width: `${width}rem` } }}
        />
      ))}
    </div>
  );
}

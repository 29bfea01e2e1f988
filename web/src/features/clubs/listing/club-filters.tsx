import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal, UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { Chip } from '../../../ui/chip.tsx';
import { preloadDialog } from '../../../ui/dialog.tsx';
import {
  chosenOf,
  noChoice,
  withChosen,
  type NamedFilter,
} from '../../directory/directory-search.ts';
import { FilterChip } from '../../directory/filter-chip.tsx';
import { FilterRow } from '../../directory/filter-row.tsx';
import { clubFilters } from '../clubs.data.ts';
import {
  filtersOf,
  isOffered,
  labelFilters,
  withoutFilters,
  type ClubsSearch,
} from './clubs-search.ts';
import filterWords from 'messages:en/directory.*';
import english from '../messages/en.json';

addEnglish({ ...filterWords, ...english });

const ClubFilterSheet = lazyComponent(() => import('./club-filter-sheet.tsx'), 'ClubFilterSheet');

interface ClubFiltersProps {
  search: ClubsSearch;
  hub: string | null;
  total: number | undefined;
  onChange: (next: ClubsSearch) => void;
}

/** Filter chips. On phones, the filters whose options the school defines are in a sheet. */
export function ClubFilters({ search, hub, total, onChange }: ClubFiltersProps) {
  const { t } = useMessages();
  const { connect } = useSchool().config;
  const isPhone = !useMinWidth('md');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [hasSheet, setHasSheet] = useState(false);
  const { data } = useQuery(clubFilters(search, hub));
  const pickers: NamedFilter[] = labelFilters.flatMap(({ name }) => {
    const filter = data?.find((one) => one.name === name);
    return filter && isOffered(search, filter) ? [{ ...filter, label: t(`clubs.${name}`) }] : [];
  });
  const toggle = (name: 'membership' | 'known', value: string) => {
    const { [name]: previous, ...rest } = search;
    onChange(previous === value ? rest : { ...rest, [name]: value });
  };
  const isFiltered = Object.keys(withoutFilters(search)).length < Object.keys(search).length;
  const reach = () => {
    preloadDialog();
    ClubFilterSheet.preload();
  };
  return (
    <FilterRow
      label={t('clubs.filters')}
      clearLabel={t('clubs.clear')}
      onClear={isFiltered ? () => onChange(withoutFilters(search)) : null}
    >
      {isPhone && pickers.length > 0 && (
        <Chip
          icon={SlidersHorizontal}
          aria-haspopup="dialog"
          onPointerEnter={reach}
          onFocus={reach}
          onClick={() => {
            setHasSheet(true);
            setSheetOpen(true);
          }}
        >
          {t('clubs.filters')}
        </Chip>
      )}
      <Chip
        isOn={search['membership'] === 'open'}
        aria-pressed={search['membership'] === 'open'}
        onClick={() => toggle('membership', 'open')}
      >
        {t('clubs.openToJoin')}
      </Chip>
      {connect && (
        <Chip
          icon={UsersRound}
          isOn={search['known'] === '1'}
          aria-pressed={search['known'] === '1'}
          onClick={() => toggle('known', '1')}
        >
          {t('clubs.known')}
        </Chip>
      )}
      {pickers
        .filter((filter) => !isPhone || isChosen(search, filter))
        .map((filter) => (
          <FilterChip
            key={filter.name}
            filter={filter}
            chosen={chosenOf(search, filter)}
            isAlone={Object.keys(filtersOf(withChosen(search, filter, noChoice), hub)).length === 0}
            onIntent={() => undefined}
            onChange={(chosen) => onChange(withChosen(search, filter, chosen))}
          />
        ))}
      {hasSheet && (
        <Suspense fallback={null}>
          <ClubFilterSheet
            filters={pickers}
            search={search}
            total={total ?? 0}
            isOpen={isSheetOpen}
            onClose={() => setSheetOpen(false)}
            onChange={onChange}
          />
        </Suspense>
      )}
    </FilterRow>
  );
}

const isChosen = (search: ClubsSearch, filter: NamedFilter): boolean => {
  const { values, without } = chosenOf(search, filter);
  return values.length + without.length > 0;
};

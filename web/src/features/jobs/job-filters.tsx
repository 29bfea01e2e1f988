import { ChevronDown, Clock, Coins, School } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { jobKinds } from '#contract/jobs/limits.ts';
import { isolate } from '../../lib/apart.ts';
import { useMessages } from '../../lib/messages.ts';
import { Chip } from '../../ui/chip.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { FilterRow } from '../directory/filter-row.tsx';
import { postingClub, soonDays, type JobsSearch } from './jobs.data.ts';

interface JobFiltersProps {
  search: JobsSearch;
  /** The number of jobs in the list. */
  total: number | undefined;
  onChange: (change: Partial<JobsSearch>) => void;
}

/** Filters of the list of jobs. On phones, they scroll horizontally. */
export function JobFilters({ search, total, onChange }: JobFiltersProps) {
  const { t } = useMessages();
  const { kind, club, isPaid, closesSoon } = search;
  const isFiltered = kind !== null || club !== null || isPaid || closesSoon;
  const isOnCampus = kind === 'on_campus';
  return (
    <FilterRow
      label={t('jobs.filters')}
      clearLabel={t('jobs.clear')}
      onClear={
        isFiltered
          ? () => onChange({ kind: null, club: null, isPaid: false, closesSoon: false })
          : null
      }
      end={
        total !== undefined && (
          <p role="status" className="ms-auto shrink-0 text-sm text-ink-2 max-md:sr-only">
            {t('jobs.total', { count: total })}
          </p>
        )
      }
    >
      {club !== null && <ClubChip club={club} onRemove={() => onChange({ club: null })} />}
      <Chip
        icon={School}
        isOn={isOnCampus}
        aria-pressed={isOnCampus}
        onClick={() => onChange({ kind: isOnCampus ? null : 'on_campus' })}
      >
        {t('jobs.kind_on_campus')}
      </Chip>
      <MenuButton
        label={t('jobs.kindFilter')}
        icon={ChevronDown}
        size="sm"
        selected={kind ?? 'all'}
        items={[
          { id: 'all' as const, label: t('jobs.kind_all') },
          ...jobKinds.map((one) => ({ id: one, label: t(`jobs.kind_${one}`) })),
        ]}
        onAction={(next) => onChange({ kind: next === 'all' ? null : next })}
      >
        {kind === null || isOnCampus ? t('jobs.kind') : t(`jobs.kind_${kind}`)}
      </MenuButton>
      <Chip
        icon={Coins}
        isOn={isPaid}
        aria-pressed={isPaid}
        onClick={() => onChange({ isPaid: !isPaid })}
      >
        {t('jobs.paid')}
      </Chip>
      <Chip
        icon={Clock}
        isOn={closesSoon}
        aria-pressed={closesSoon}
        onClick={() => onChange({ closesSoon: !closesSoon })}
      >
        {t('jobs.closesWithin', { count: soonDays })}
      </Chip>
    </FilterRow>
  );
}

function ClubChip({ club, onRemove }: { club: string; onRemove: () => void }) {
  const { t } = useMessages();
  const { data } = useQuery(postingClub(club));
  const name = data?.name ?? t('jobs.oneClub');
  return (
    <Chip
      isOn
      aria-pressed
      onClick={onRemove}
      onRemove={onRemove}
      removeLabel={t('jobs.removeFilter', { name: isolate(name) })}
    >
      <bdi>{name}</bdi>
    </Chip>
  );
}

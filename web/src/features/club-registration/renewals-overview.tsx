import { Link, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Shapes, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { renewalStates, type RenewalState } from '#contract/club-registration/limits.ts';
import type { OverviewItem } from '#contract/club-registration/staff.endpoints.ts';
import {
  exportRenewals,
  freezeUnrenewed,
  unfreezeClubs,
} from '#contract/club-registration/calls.ts';
import { BulkBar } from '../../kit/data-table.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatGrid, StatTile } from '../../ui/stat-tile.tsx';
import { renewalTones } from './application-words.ts';
import { overviewPages, staleOverview } from './club-registration.data.ts';

/** Returns whether the server would freeze the club: active clubs that have not renewed. */
const isUnrenewed = ({ state }: OverviewItem) => state === 'due' || state === 'late';

/** Clubs by renewal status. Those that have not renewed can be frozen together. */
export function RenewalsOverview() {
  const { t } = useMessages();
  const asked = useSearch()['state'];
  const state = renewalStates.find((one) => one === asked) ?? null;
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(text, (value) => setSearch(value.trim()));
  const clubs = useInfiniteQuery(overviewPages(state, search));
  const first = clubs.data?.pages[0];
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const freeze = useFreeze(() => setSelected(new Set()));
  return (
    <div className="grid gap-4">
      {first === undefined ? (
        <Skeleton className="h-[14.75rem] md:h-[8.375rem]" />
      ) : (
        <RenewalFigures figures={first} />
      )}
      <ListPage
        query={clubs}
        intro={t('clubRegistration.overviewBody')}
        search={{ label: t('clubRegistration.search'), value: text, onChange: setText }}
        isNarrowed={search !== '' || state !== null}
        filters={<RenewalFilters state={state} figures={first} />}
        empty={{ icon: Shapes, title: t('clubRegistration.noClubs') }}
        nothingFound={{ title: t('clubRegistration.noneFound') }}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      >
        {({ pages }) => (
          <div className="grid gap-3">
            {pages.some(({ items }) => items.some(isUnrenewed)) && (
              <Button
                size="sm"
                variant="quiet"
                className="justify-self-start"
                onClick={() =>
                  setSelected(
                    new Set(
                      pages.flatMap(({ items }) => items.filter(isUnrenewed).map(({ id }) => id)),
                    ),
                  )
                }
              >
                {t('clubRegistration.selectUnrenewed')}
              </Button>
            )}
            <RowList isCard label={t('clubRegistration.title')}>
              {pages
                .flatMap(({ items }) => items)
                .map((club) => (
                  <RenewalRow
                    key={club.id}
                    club={club}
                    isSelected={selected.has(club.id)}
                    onSelect={(isChosen) => {
                      const next = new Set(selected);
                      if (isChosen) next.add(club.id);
                      else next.delete(club.id);
                      setSelected(next);
                    }}
                  />
                ))}
            </RowList>
            <LoadMore query={clubs} />
          </div>
        )}
      </ListPage>
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button
          variant="quiet"
          icon={Snowflake}
          isPending={freeze.isPending}
          onClick={() => freeze.run([...selected])}
        >
          {t('clubRegistration.freeze')}
        </Button>
      </BulkBar>
    </div>
  );
}

/** Filters by renewal status, with the number of clubs, and exports the list. */
function RenewalFilters({
  state,
  figures,
}: {
  state: RenewalState | null;
  figures: { counts: Record<RenewalState, number> } | undefined;
}) {
  const { t, number } = useMessages();
  const navigate = useNavigate();
  const exported = useAction(() => call(exportRenewals, state === null ? {} : { state }), {
    onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv;charset=utf-8'),
  });
  const shown = renewalStates.filter((one) => one !== 'none' || (figures?.counts.none ?? 0) > 0);
  return (
    <>
      {shown.map((one) => (
        <Chip
          key={one}
          isOn={state === one}
          onClick={() =>
            void navigate({
              to: paths.adminClubRegistration,
              search: state === one ? {} : { state: one },
              replace: true,
              resetScroll: false,
            })
          }
        >
          {t(`clubRegistration.renewal_${one}`)} {number(figures?.counts[one] ?? 0)}
        </Chip>
      ))}
      <Button
        size="sm"
        icon={Download}
        isPending={exported.isPending}
        onClick={() => exported.run()}
      >
        {t('clubRegistration.export')}
      </Button>
    </>
  );
}

/** Freezes clubs that have not renewed. Undo unfreezes them. */
function useFreeze(onSuccess: () => void) {
  const { t } = useMessages();
  const unfreeze = useAction((ids: readonly string[]) => call(unfreezeClubs, { clubs: [...ids] }), {
    invalidates: staleOverview,
    success: t('clubRegistration.unfrozen'),
  });
  const freeze = useAction((ids: readonly string[]) => call(freezeUnrenewed, { clubs: [...ids] }), {
    confirm: ({ length: count }) => ({
      title: t('clubRegistration.freezeTitle', { count }),
      body: t('clubRegistration.freezeBody'),
      confirmLabel: t('clubRegistration.freeze'),
      cancelLabel: t('clubRegistration.cancel'),
      isDanger: true,
    }),
    invalidates: staleOverview,
    success: (reply) => ({
      message: t('clubRegistration.frozen', { count: reply.clubs.length }),
      ...(reply.clubs.length > 0 && {
        action: { label: t('clubRegistration.undo'), run: () => unfreeze.run(reply.clubs) },
      }),
    }),
    onSuccess: onSuccess,
  });
  return freeze;
}

interface RenewalRowProps {
  club: OverviewItem;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A club with its renewal status. Clubs that have not renewed can be selected. */
function RenewalRow({ club, isSelected, onSelect }: RenewalRowProps) {
  const { t, date } = useMessages();
  return (
    <Row
      mark={
        isUnrenewed(club) ? (
          <Checkbox
            label={t('clubRegistration.select', { name: club.name })}
            isLabelHidden
            isChecked={isSelected}
            onChange={onSelect}
          />
        ) : (
          <span className="w-5" />
        )
      }
      title={
        <Link to={paths.club} params={{ clubId: club.id }} className="rounded-sm hover:underline">
          {club.name}
        </Link>
      }
      aside={
        <Pill tone={renewalTones[club.state]}>{t(`clubRegistration.renewal_${club.state}`)}</Pill>
      }
      lines={[
        t('clubRegistration.members', { count: club.members }),
        club.since !== null && t('clubRegistration.since', { date: date(club.since) }),
      ]}
      end={
        club.submission !== null ? (
          <Link
            to={paths.approval}
            params={{ submissionId: club.submission }}
            className={buttonClass({ variant: 'quiet', size: 'sm' })}
          >
            {t('clubRegistration.review')}
            <span className="sr-only">: {club.name}</span>
          </Link>
        ) : (
          club.application !== null && (
            <Link
              to={paths.clubApplication}
              params={{ applicationId: club.application }}
              className={buttonClass({ variant: 'quiet', size: 'sm' })}
            >
              {t('clubRegistration.open')}
              <span className="sr-only">: {club.name}</span>
            </Link>
          )
        )
      }
    />
  );
}

function RenewalFigures({
  figures,
}: {
  figures: { registrations: number; counts: Record<RenewalState, number> };
}) {
  const { t, number } = useMessages();
  return (
    <StatGrid label={t('clubRegistration.part_overview')}>
      <StatTile
        label={t('clubRegistration.waiting')}
        value={number(figures.registrations)}
        note={
          figures.registrations > 0 && (
            <Link to={paths.approvals} className="text-brand-text hover:underline">
              {t('clubRegistration.toApprovals')}
            </Link>
          )
        }
      />
      {(['due', 'frozen', 'renewed'] as const).map((one) => (
        <StatTile
          key={one}
          label={t(`clubRegistration.renewal_${one}`)}
          value={number(figures.counts[one])}
        />
      ))}
    </StatGrid>
  );
}

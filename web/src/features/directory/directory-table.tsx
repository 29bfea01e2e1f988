import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { exportSchoolPeople } from '#contract/admin/calls.ts';
import { accountTypes } from '#contract/people/account-kinds.ts';
import type { User } from '#contract/people/endpoints.ts';
import { ColumnChoice, columnChoice, useShownColumns } from '../../kit/column-choice.tsx';
import { DataTable, type DataColumn, type DataSort } from '../../kit/data-table.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { pageSize } from '../../lib/listing-params.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { saveBase64 } from '../../lib/save-file.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import type { OpenLink } from '../people/person-card.tsx';
import { lineOf, nameOf } from '../people/person.ts';
import { SharedLine } from '../people/shared-line.tsx';
import { directoryConfig } from './directory.data.ts';
import { askedOrderOf, filtersOf, type DirectorySearch } from './directory-search.ts';
import results from 'messages:en/directory.results';
import english from 'messages:en/directoryTable.*';
import filters from 'messages:en/filter.*';

addEnglish(english);
addEnglish(results);
addEnglish(filters);

const choice = columnChoice('cg-directory-columns');

/** Columns where there is less space: next to an open profile, and on tablets, where the name has a second line. */
const besideProfile = new Set(['name', 'major', 'year']);
const onTablets = new Set(['name', 'shared', 'actions']);

const sorts: Record<string, DataSort> = {
  ClosenessDesc: { column: 'shared', isDown: true },
  NameAsc: { column: 'name', isDown: false },
  NameDesc: { column: 'name', isDown: true },
  YearOfGraduationAsc: { column: 'year', isDown: false },
  YearOfGraduationDesc: { column: 'year', isDown: true },
};

const noSort: DataSort = { column: '', isDown: false };

/** Returns the order for a head. What both share has only one direction. */
const orderFor = ({ column, isDown }: DataSort): string => {
  if (column === 'shared') return 'ClosenessDesc';
  return `${column === 'year' ? 'YearOfGraduation' : 'Name'}${isDown ? 'Desc' : 'Asc'}`;
};

/** Keeps a press on a control from opening its row. */
const quiet = (event: SyntheticEvent) => event.stopPropagation();
const quietKeys = (event: KeyboardEvent) => {
  if (event.key !== 'Tab' && event.key !== 'Escape') event.stopPropagation();
};

function columnsOf(
  { t }: Messages,
  { openLink, hasYears, isTablet }: { openLink: OpenLink; hasYears: boolean; isTablet: boolean },
): readonly DataColumn<User>[] {
  return [
    {
      id: 'name',
      label: t('directoryTable.name'),
      isSorted: true,
      cell: (person) => (
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps presses from the row.
        <span
          data-uid={person.uid}
          className="flex items-center gap-2.5"
          onPointerDown={quiet}
          onClick={quiet}
          onKeyDown={quietKeys}
        >
          <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
          <span className="grid min-w-32">
            <Link
              {...openLink(person.uid)}
              resetScroll={false}
              className="justify-self-start rounded-sm font-medium wrap-anywhere hover:underline"
            >
              <bdi>{nameOf(person)}</bdi>
            </Link>
            {isTablet && (
              <span className="page-start text-ink-2" dir="auto">
                {lineOf(person)}
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'type',
      label: t('filter.account_type'),
      cell: ({ accountType }) => <bdi className="wrap-normal">{accountType}</bdi>,
    },
    {
      id: 'year',
      label: t('filter.year_of_graduation'),
      isSorted: hasYears,
      cell: ({ yearOfGraduation }) => <span className="wrap-normal">{yearOfGraduation}</span>,
    },
    {
      id: 'major',
      label: t('filter.major'),
      cell: ({ major }) => <bdi className="wrap-normal">{major}</bdi>,
    },
    {
      id: 'shared',
      label: t('directoryTable.shared'),
      isSorted: true,
      cell: (person) => <SharedLine person={person} />,
    },
    {
      id: 'actions',
      label: t('filter.connection'),
      isEnd: true,
      cell: (person) => (
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps presses from the row.
        <span
          className="flex justify-end"
          onPointerDown={quiet}
          onClick={quiet}
          onKeyDown={quietKeys}
        >
          <ConnectButtons person={person} placement="row" />
        </span>
      ),
    },
  ];
}

interface DirectoryTableProps {
  search: DirectorySearch;
  total: number | undefined;
  isFetching: boolean;
  itemAt: (index: number) => User | undefined;
  onRange: (from: number, to: number) => void;
  openLink: OpenLink;
  openUid: string | undefined;
  onOpen: (uid: string) => void;
  /** True if a profile is open next to it. */
  isNarrowed: boolean;
  onChange: (next: DirectorySearch) => void;
}

/** The directory as a table that its heads sort. It grows by a page at a time. */
export function DirectoryTable({
  search,
  total,
  isFetching,
  itemAt,
  onRange,
  openLink,
  openUid,
  onOpen,
  isNarrowed,
  onChange,
}: DirectoryTableProps) {
  const messages = useMessages();
  const { t } = messages;
  const [pages, setPages] = useState(1);
  const { data: config } = useQuery(directoryConfig());
  const hasYears =
    config?.ordering.options.some(({ value }) => value === 'YearOfGraduationAsc') === true;
  const isTablet = !useMinWidth('lg');
  const shown = useShownColumns(choice, columnsOf(messages, { openLink, hasYears, isTablet }));
  const fitting = isNarrowed ? besideProfile : isTablet ? onTablets : null;
  useEffect(() => {
    // It loads one page ahead of the range.
    if (total !== undefined) onRange(1, (pages - 1) * pageSize - 1);
  }, [pages, total, onRange]);
  if (total === undefined) return <Skeleton className="h-240" />;
  const wanted = Math.min(total, pages * pageSize);
  const rows = Array.from({ length: wanted }, (_, index) => itemAt(index)).filter(
    (person) => person !== undefined,
  );
  return (
    <div className="grid gap-4">
      <DataTable<User>
        label={t('directory.results')}
        rows={rows}
        idOf={({ uid }) => uid}
        nameOf={nameOf}
        columns={fitting === null ? shown : shown.filter(({ id }) => fitting.has(id))}
        sort={sorts[askedOrderOf(search) ?? ''] ?? noSort}
        onSort={(sort) => onChange({ ...search, order: orderFor(sort) })}
        onOpen={({ uid }) => onOpen(uid)}
        openId={openUid}
      />
      <LoadMore
        query={{
          hasNextPage: wanted < total,
          isFetchingNextPage: isFetching && rows.length < wanted,
          fetchNextPage: () => setPages(pages + 1),
        }}
      />
    </div>
  );
}

/** Chooses the columns, and exports accounts for admins. The export knows the type of account, and no other filters. */
export function TableTools({ search }: { search: DirectorySearch }) {
  const messages = useMessages();
  // Tablets have no space to choose from.
  const hasColumns = useMinWidth('lg');
  const { t } = messages;
  const canExport = useHasPermission('people.manage');
  const filters = filtersOf(search);
  const type = accountTypes.find((one) => one === filters['account_type']);
  // A link can have a type that doesn't exist, which finds no one.
  const isExact = Object.keys(filters).every((key) => key === 'account_type' && type !== undefined);
  const save = useAction(() => call(exportSchoolPeople, { sort: 'name', ...(type && { type }) }), {
    onSuccess: ({ name, content, mediaType }) => saveBase64(name, content, mediaType),
  });
  const columns = columnsOf(messages, { openLink: noLink, hasYears: false, isTablet: false });
  return (
    <>
      {hasColumns && <ColumnChoice choice={choice} columns={columns} />}
      {canExport && isExact && (
        <IconButton
          icon={FileDown}
          label={t('directoryTable.export')}
          isPending={save.isPending}
          onClick={() => save.run()}
        />
      )}
    </>
  );
}

const noLink: OpenLink = () => ({ to: '/directory', search: {} });

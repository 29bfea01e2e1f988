import { ArrowDown, ArrowDownUp, ArrowUp, Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Cell,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
  type Selection,
} from 'react-aria-components/Table';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { useMinWidth } from '../lib/media.ts';
import { addEnglish, useMessages } from '../lib/messages.ts';
import { AriaProvider } from '../ui/aria-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { MenuButton } from '../ui/menu.tsx';
import english from './messages/en.json';

addEnglish(english);

/*
 * <DataTable label={…} rows={members} idOf={(one) => one.uid} nameOf={…} columns={[{ id: 'name', label: …, cell: (one) => … }]}
 *   sort={sort} onSort={setSort} selected={selected} onSelect={setSelected} />
 * <BulkBar count={selected.size} onClear={…}><Button …/></BulkBar>
 * Import it in lazy pages only: it carries react-aria's table.
 */
export interface DataColumn<T> {
  id: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** True if its header sorts. */
  isSorted?: boolean;
  /** Aligns numbers at the end. */
  isEnd?: boolean;
  /** Its position in a row on phones; the first column is the title. `none` hides it. */
  phone?: 'line' | 'end' | 'none';
}

export interface DataSort {
  column: string;
  isDown: boolean;
}

interface DataTableProps<T> {
  label: string;
  rows: readonly T[];
  idOf: (row: T) => string;
  /** Returns the name of a row for its checkbox. */
  nameOf: (row: T) => string;
  /** The first column identifies the row. */
  columns: readonly DataColumn<T>[];
  sort?: DataSort;
  onSort?: (sort: DataSort) => void;
  /** With both, rows can be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Opens a row. */
  onOpen?: (row: T) => void;
  /** The ID of the row that is open next to the table. */
  openId?: string | undefined;
}

export function DataTable<T extends object>(props: DataTableProps<T>) {
  return useMinWidth('md') ? <Wide {...props} /> : <Narrow {...props} />;
}

function Wide<T extends object>({
  label,
  rows,
  idOf,
  nameOf,
  columns,
  sort,
  onSort,
  selected,
  onSelect,
  onOpen,
  openId,
}: DataTableProps<T>) {
  const isSelectable = selected !== undefined && onSelect !== undefined;
  const all = rows.map(idOf);
  const select = (next: Selection) =>
    onSelect?.(next === 'all' ? new Set(all) : new Set([...next].map(String)));
  const open = (id: string) => {
    const row = rows.find((one) => idOf(one) === id);
    if (row) onOpen?.(row);
  };
  return (
    <AriaProvider>
      {/* When a change moves a row, the page must not scroll with it. */}
      <div
        className="card overflow-x-auto [overflow-anchor:none]"
        // The rows appear a frame after the table, and would move what is below it.
        style={{ minHeight: `${2.5 + rows.length * 2.75}rem` }}
      >
        <Table
          aria-label={label}
          className="w-full border-separate border-spacing-0 text-sm"
          {...(sort && {
            sortDescriptor: {
              column: sort.column,
              direction: sort.isDown ? 'descending' : 'ascending',
            },
          })}
          onSortChange={({ column, direction }) =>
            onSort?.({ column: String(column), isDown: direction === 'descending' })
          }
          {...(isSelectable && {
            selectionMode: 'multiple',
            selectedKeys: selected,
            onSelectionChange: select,
          })}
          {...(onOpen && { onRowAction: (id) => open(String(id)) })}
        >
          <TableHeader className="sticky top-(--top-bar) z-10 bg-ground">
            {isSelectable && (
              <Column className={`${head} w-11`}>
                <SelectionBox />
              </Column>
            )}
            {columns.map((column, nth) => (
              <Column
                key={column.id}
                id={column.id}
                isRowHeader={nth === 0}
                allowsSorting={column.isSorted === true}
                className={`${head} ${column.isSorted ? 'cursor-pointer' : ''}`}
              >
                {({ sortDirection }) => (
                  <span className={`flex items-center gap-1 ${column.isEnd ? 'justify-end' : ''}`}>
                    {column.label}
                    {sortDirection === 'ascending' && <ArrowUp size={16} aria-hidden />}
                    {sortDirection === 'descending' && <ArrowDown size={16} aria-hidden />}
                  </span>
                )}
              </Column>
            ))}
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <Row
                key={idOf(row)}
                id={idOf(row)}
                textValue={nameOf(row)}
                className={`outline-offset-[-2px] transition-colors duration-150 not-data-selected:hover:bg-fill data-selected:bg-brand-soft ${onOpen ? 'cursor-pointer' : ''} ${idOf(row) === openId ? 'bg-brand-soft' : ''}`}
              >
                {isSelectable && (
                  <Cell className={cell}>
                    <SelectionBox />
                  </Cell>
                )}
                {columns.map((column) => (
                  <Cell
                    key={column.id}
                    className={`${cell} ${column.isEnd ? 'text-end whitespace-nowrap tabular-nums' : ''}`}
                  >
                    {column.cell(row)}
                  </Cell>
                ))}
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
    </AriaProvider>
  );
}

const head =
  'border-b border-line px-3 py-2.5 text-start font-bold whitespace-nowrap text-ink-2 first:ps-4 last:pe-4';
const cell = 'h-12 border-b border-line px-3 py-2 align-middle first:ps-4 last:pe-4';

function SelectionBox() {
  return (
    <AriaCheckbox slot="selection" className="group grid size-6 cursor-pointer place-items-center">
      {({ isSelected, isIndeterminate }) => (
        <span
          className={`grid size-5 place-items-center rounded-[5px] border ${isSelected || isIndeterminate ? 'border-brand bg-brand text-on-brand' : 'border-line-field bg-surface'}`}
        >
          {isIndeterminate ? (
            <Minus size={16} strokeWidth={3} aria-hidden />
          ) : (
            isSelected && <Check size={16} strokeWidth={3} aria-hidden />
          )}
        </span>
      )}
    </AriaCheckbox>
  );
}

/** On phones: one row per item, with the sorting above. */
function Narrow<T>({
  label,
  rows,
  idOf,
  nameOf,
  columns,
  sort,
  onSort,
  selected,
  onSelect,
  onOpen,
}: DataTableProps<T>) {
  const { t } = useMessages();
  const [title, ...others] = columns;
  const shown = (place: 'line' | 'end') => others.filter(({ phone = 'line' }) => phone === place);
  const sortable = columns.filter(({ isSorted }) => isSorted);
  const sorted = sortable.find(({ id }) => id === sort?.column)?.label;
  const toggle = (id: string, isChecked: boolean) => {
    const next = new Set(selected);
    if (isChecked) next.add(id);
    else next.delete(id);
    onSelect?.(next);
  };
  return (
    <div className="grid gap-2">
      {onSort && sortable.length > 0 && (
        <div className="flex justify-end">
          <MenuButton
            label={sorted === undefined ? t('kit.sort') : t('kit.sortBy', { name: sorted })}
            icon={ArrowDownUp}
            variant="quiet"
            selected={sort?.column}
            items={sortable.map((column) => ({ id: column.id, label: column.label }))}
            onAction={(column) =>
              onSort({ column, isDown: column === sort?.column && !sort.isDown })
            }
          >
            {sorted ?? t('kit.sort')}
          </MenuButton>
        </div>
      )}
      <ul
        aria-label={label}
        className="card divide-y divide-line overflow-hidden [overflow-anchor:none]"
      >
        {rows.map((row) => {
          const id = idOf(row);
          const words = (
            <>
              <span className="font-medium">{title?.cell(row)}</span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
                {shown('line').map((column) => (
                  <span key={column.id} className="text-sm text-ink-2 empty:hidden">
                    {column.cell(row)}
                  </span>
                ))}
              </span>
            </>
          );
          return (
            <li
              key={id}
              className={`flex min-h-14 items-center gap-3 px-4 py-2.5 ${selected?.has(id) ? 'bg-brand-soft' : ''}`}
            >
              {onSelect && (
                <Checkbox
                  label={t('kit.selectRow', { name: nameOf(row) })}
                  isLabelHidden
                  isChecked={selected?.has(id) === true}
                  onChange={(isChecked) => toggle(id, isChecked)}
                />
              )}
              {onOpen ? (
                <button
                  type="button"
                  className="grid min-w-0 flex-1 gap-1 text-start"
                  onClick={() => onOpen(row)}
                >
                  {words}
                </button>
              ) : (
                <div className="grid min-w-0 flex-1 gap-1">{words}</div>
              )}
              {shown('end').map((column) => (
                <span key={column.id} className="shrink-0 text-sm tabular-nums">
                  {column.cell(row)}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Actions for the selected rows. It floats at the bottom while rows are selected. */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useMessages();
  if (count === 0) return null;
  return (
    <div
      data-foot-bar
      role="toolbar"
      aria-label={t('kit.selected', { count })}
      className="forced-edge sticky bottom-4 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-line raised py-2 ps-4 pe-2 shadow-float animate-rise max-md:bottom-[calc(var(--spacing-bottom-bar)+0.75rem)]"
    >
      <p aria-live="polite" className="text-sm font-bold">
        {t('kit.selected', { count })}
      </p>
      {children}
      <Button variant="quiet" icon={X} onClick={onClear}>
        {t('kit.clearSelection')}
      </Button>
    </div>
  );
}

import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stage, resetStage } from '../testing/stage.tsx';
import { BulkBar, DataTable, type DataColumn, type DataSort } from './data-table.tsx';

interface Member {
  uid: string;
  name: string;
  dues: number;
}
const members: Member[] = [
  { uid: '7', name: 'Ana', dues: 20 },
  { uid: '8', name: 'Ben', dues: 10 },
];
const columns: DataColumn<Member>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name, isSorted: true },
  {
    id: 'dues',
    label: 'Dues',
    cell: ({ dues }) => dues,
    isSorted: true,
    isEnd: true,
    phone: 'end',
  },
];

function Members({ onOpen }: { onOpen: (uid: string) => void }) {
  const [sort, setSort] = useState<DataSort>({ column: 'name', isDown: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = members.toSorted(
    (a, b) => (sort.column === 'name' ? 1 : a.dues - b.dues) * (sort.isDown ? -1 : 1),
  );
  return (
    <>
      <DataTable
        label="Members"
        rows={rows}
        idOf={({ uid }) => uid}
        nameOf={({ name }) => name}
        columns={columns}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        onOpen={({ uid }) => onOpen(uid)}
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <button type="button">Remind</button>
      </BulkBar>
    </>
  );
}

let isWide = true;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isWide;
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(resetStage);

test('a table sorts by its headers, selects rows and offers actions for them', async () => {
  isWide = true;
  await stage(<Members onOpen={() => undefined} />);
  const table = screen.getByRole('grid', { name: 'Members' });
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Ana', 'Ben']);
  const dues = within(table).getByRole('columnheader', { name: /Dues/ });
  fireEvent.click(dues);
  expect(names()).toEqual(['Ben', 'Ana']);
  expect(dues.getAttribute('aria-sort')).toBe('ascending');
  expect(screen.queryByRole('toolbar')).toBeNull();
  fireEvent.click(within(table).getAllByRole('checkbox')[1]!);
  expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeTruthy();
  fireEvent.click(within(table).getAllByRole('checkbox')[0]!);
  expect(screen.getByRole('toolbar', { name: '2 selected' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('on phones, the table becomes a list whose rows users can select and open', async () => {
  isWide = false;
  const onOpen = vi.fn<(uid: string) => void>();
  await stage(<Members onOpen={onOpen} />);
  expect(screen.queryByRole('grid')).toBeNull();
  const [first] = within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem');
  expect(first?.textContent).toContain('20');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ana' }));
  expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ana' }));
  expect(onOpen).toHaveBeenCalledWith('7');
  expect(screen.getByRole('button', { name: 'Sort by Name' })).toBeTruthy();
});

// Browsers scroll with a visible element that moves, so a row that changes its position would scroll the page.
test.each([true, false])(
  'tables turn off scroll anchoring, so a row that moves doesn’t scroll the page (wide: %s)',
  async (wide) => {
    isWide = wide;
    await stage(<Members onOpen={() => undefined} />);
    const rows = wide
      ? screen.getByRole('grid', { name: 'Members' }).parentElement
      : screen.getByRole('list', { name: 'Members' });
    expect(rows?.classList.contains('[overflow-anchor:none]')).toBe(true);
  },
);

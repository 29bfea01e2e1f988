import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { stage, resetStage } from '../testing/stage.tsx';
import { Chart } from './chart.tsx';
import { Combobox } from './combobox.tsx';
import { DatePicker, DateTimeField } from './date-field.tsx';
import { FileDrop } from './file-drop.tsx';
import { SortableList } from './sortable-list.tsx';
import { Tabs } from './tabs.tsx';

afterEach(() => {
  resetStage();
  vi.restoreAllMocks();
});

test('a chart includes a table of its values, with a dash for unknown values', async () => {
  await stage(
    <Chart
      kind="bars"
      title="Members"
      point="1,200 in Biology"
      of="Major"
      steps={['Biology', 'History']}
      series={[{ label: 'Now', values: [1_200, null] }]}
    />,
  );
  const table = within(screen.getByRole('table'));
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['1,200', '–']);
  const button = screen.getByRole('button', { name: 'Show as table' });
  fireEvent.click(button);
  expect(screen.getByRole('button', { name: 'Show as chart' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

function Sorted({ received }: { received: (order: string) => void }) {
  const [items, setItems] = useState<readonly { id: string }[]>([
    { id: 'a' },
    { id: 'b' },
    { id: 'c' },
  ]);
  return (
    <SortableList
      label="Order"
      items={items}
      idOf={({ id }) => id}
      nameOf={({ id }) => id}
      onSort={(next) => {
        setItems(next);
        received(next.map(({ id }) => id).join(''));
      }}
    >
      {({ id }) => id}
    </SortableList>
  );
}

test('buttons move rows, and the first row can’t move up', async () => {
  const received = vi.fn<(order: string) => void>();
  await stage(<Sorted received={received} />);
  fireEvent.click(screen.getByRole('button', { name: 'Move a down' }));
  fireEvent.click(screen.getByRole('button', { name: 'Move c up' }));
  expect(received.mock.calls.map(([order]) => order)).toEqual(['bac', 'bca']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move b up' }).disabled).toBe(true);
});

test('users can choose or drop a file, see its error and cancel an upload', async () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  const onStop = vi.fn<() => void>();
  const file = new File(['x'], 'poster.png');
  const other = new File(['y'], 'other.png');
  const drop = { choose: 'Choose file', accept: 'image/*', onFiles };
  await stage(
    <>
      <FileDrop {...drop} error="Too large" />
      <FileDrop {...drop} sending={{ name: 'a.png', share: 0.4, onStop }} />
    </>,
  );
  fireEvent.change(screen.getByLabelText('Choose file', { selector: 'input' }), {
    target: { files: [file] },
  });
  fireEvent.drop(screen.getByText('Drop a file here'), { dataTransfer: { files: [other, file] } });
  expect(onFiles.mock.calls.map(([[one]]) => one?.name)).toEqual(['poster.png', 'other.png']);
  expect(onFiles.mock.lastCall?.[0]).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toBe('Too large');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onStop).toHaveBeenCalledOnce();
});

test('the date picker returns a date, and the date and time field returns a UTC instant', async () => {
  // In the DOM of these tests, moving the selection triggers another selection change.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
  const day = vi.fn<(value: string | null) => void>();
  const at = vi.fn<(value: string | null) => void>();
  await stage(
    <>
      <DatePicker label="Day" value="2027-01-15" onChange={day} />
      <DateTimeField label="At" value="2027-01-15T10:30:00.000Z" onChange={at} />
    </>,
  );
  const [dayField, atField] = screen.getAllByRole('group');
  const press = (field: HTMLElement | undefined, name: RegExp) => {
    const segment = within(field!).getByRole('spinbutton', { name });
    act(() => segment.focus());
    fireEvent.keyDown(segment, { key: 'ArrowUp' });
  };
  press(dayField, /day/);
  expect(day).toHaveBeenLastCalledWith('2027-01-16');
  press(atField, /minute/);
  expect(at).toHaveBeenLastCalledWith('2027-01-15T10:31:00.000Z');
});

test('typing without accents finds an option, and an empty field clears the value', async () => {
  const received = vi.fn<(value: string | null) => void>();
  await stage(
    <Combobox
      label="Major"
      options={[
        { id: '1', label: 'Biología' },
        { id: '2', label: 'History' },
      ]}
      value="2"
      onChange={received}
    />,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox');
  expect(field.value).toBe('History');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'biologia' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Biología']);
  fireEvent.click(screen.getByRole('option'));
  expect(received).toHaveBeenLastCalledWith('1');
  fireEvent.change(field, { target: { value: '' } });
  expect(received).toHaveBeenLastCalledWith(null);
});

function Tabbed() {
  const [tab, setTab] = useState('Feed');
  return (
    <Tabs
      label="Club"
      items={['Feed', 'About', 'Events', 'Members', 'Store'].map((id) => ({ id, label: id }))}
      selected={tab}
      onSelect={setTab}
    >
      <p>{`panel of ${tab}`}</p>
    </Tabs>
  );
}

test('tabs that don’t fit move under More, and selecting one there moves it into the row', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(350);
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: true,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  await stage(<Tabbed />);
  const shown = () =>
    screen
      .getAllByRole('tab')
      .filter((tab) => !tab.classList.contains('invisible'))
      .map(({ textContent }) => textContent);
  expect(shown()).toEqual(['Feed', 'About']);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Store' }));
  expect(screen.getByText('panel of Store')).toBeTruthy();
  expect(shown()).toEqual(['Feed', 'Store']);
});

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useState } from 'react';
import { stage, resetStage } from '../../testing/stage.tsx';
import { noChoice, type FilterChoice } from './directory-search.ts';
import { FilterOptions } from './filter-options.tsx';
import type { NamedFilter } from './directory-search.ts';

afterEach(resetStage);
const show = (filter: Pick<NamedFilter, 'options' | 'about'>) =>
  stage(
    <FilterOptions
      filter={{ name: 'major', label: 'Major', kind: 'list', ...filter }}
      chosen={noChoice}
      onChange={() => undefined}
    />,
  );
const option = (value: string, count: number | null) => ({ value, label: value, count });

test.each([
  ['exact counts', { options: [option('Art', 1_200), option('Law', 0)] }, ['1,200', '0'], null],
  [
    'estimates, if available',
    { about: true, options: [option('Art', 1_200), option('Law', null)] },
    ['about 1,200'],
    /are estimates/,
  ],
  ['no counts', { options: [option('Art', null)] }, [], /Too many results/],
  ['no options', { options: [] }, [], /No options match/],
] as const)('[DIR-08] a filter shows its counts: %s', async (_, filter, counts, note) => {
  await show({ ...filter, options: [...filter.options] });
  expect(screen.queryAllByText(/\d/).map(({ textContent }) => textContent)).toEqual(
    note?.source === 'are estimates' ? [...counts, expect.stringMatching(note)] : counts,
  );
  if (note !== null) expect(screen.getByText(note)).toBeTruthy();
});

test('[DIR-04] excluding a value stops including it', async () => {
  const reported: FilterChoice[] = [];
  const Picker = () => {
    const [chosen, setChosen] = useState<FilterChoice>({ ...noChoice, values: ['Art'] });
    return (
      <FilterOptions
        filter={{
          name: 'major',
          label: 'Major',
          kind: 'list',
          options: [option('Art', 3), option('Law', 4)],
        }}
        chosen={chosen}
        onChange={(next) => {
          reported.push(next);
          setChosen(next);
        }}
      />
    );
  };
  await stage(<Picker />);
  fireEvent.click(screen.getByRole('radio', { name: 'Without' }));
  expect(screen.getByRole('checkbox', { name: /Art/ })).toHaveProperty('checked', false);
  fireEvent.click(screen.getByRole('checkbox', { name: /Law/ }));
  expect(reported.at(-1)).toEqual({ values: ['Art'], logic: 'OR', without: ['Law'] });
  fireEvent.click(screen.getByRole('checkbox', { name: /Art/ }));
  expect(reported.at(-1)).toEqual({ values: [], logic: 'OR', without: ['Law', 'Art'] });
});

import { fireEvent, screen } from '@testing-library/react';
import { Boxes } from 'lucide-react';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '../lib/call-error.ts';
import { stage, resetStage } from '../testing/stage.tsx';
import { ListPage } from './list-page.tsx';
import { QueryBoundary, type QueryResult } from './query-boundary.tsx';
import { LoadMore, Row, RowIcon, RowList } from './row-list.tsx';

afterEach(resetStage);
interface Names {
  items: string[];
}
const offline = new CallError({ status: 0, code: 'network', message: 'offline' });
const query = (part: Partial<QueryResult<Names>>): QueryResult<Names> => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: () => undefined,
  ...part,
});
const show = (part: Partial<QueryResult<Names>>) =>
  stage(
    <QueryBoundary
      showsRefetchError
      query={query(part)}
      empty={{ icon: Boxes, title: 'None yet', body: 'Body' }}
    >
      {({ items }) => <p>{items.join(', ')}</p>}
    </QueryBoundary>,
  );

test('the page shows a loading state, then the result', async () => {
  await show({});
  expect(screen.getByText('Loading')).toBeTruthy();
  resetStage();
  await show({ data: { items: ['Ana', 'Ben'] } });
  expect(screen.getByText('Ana, Ben')).toBeTruthy();
});

test('a failed query shows its error and a button to try again', async () => {
  const refetch = vi.fn<() => void>();
  await show({ error: offline, refetch });
  expect(screen.getByRole('alert').textContent).toContain('Can’t reach the server.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('an empty result shows its empty state; after a failed refetch, the data stays and an error bar appears', async () => {
  await show({ data: { items: [] } });
  expect(screen.getByRole('heading', { name: 'None yet' })).toBeTruthy();
  resetStage();
  await show({ data: { items: ['Ana'] }, error: offline });
  expect(screen.getByText('Ana')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Can’t reach the server.');
});

test('an expected error shows its own text without a button to try again', async () => {
  const gone = new CallError({ status: 404, code: 'not_found', message: 'gone' });
  await stage(
    <QueryBoundary
      query={query({ error: gone })}
      errorContent={{ not_found: { icon: Boxes, title: 'It is gone', isPage: true } }}
    >
      {() => null}
    </QueryBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'It is gone' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

const Page = ({ data, search }: { data: string[]; search?: string }) => (
  <ListPage
    query={query({ data: { items: data } })}
    intro="What clubs are for"
    add={{ label: 'New club', onAdd: () => undefined }}
    empty={{ icon: Boxes, title: 'No clubs yet' }}
    nothingFound={{ title: 'No club of that name' }}
    {...(search !== undefined && {
      search: { label: 'Find a club', value: search, onChange: () => undefined },
    })}
  >
    {({ items }) => (
      <RowList isCard label="Clubs">
        {items.map((name) => (
          <Row
            key={name}
            isHeading
            mark={<RowIcon>*</RowIcon>}
            title={name}
            lines={['12 members', '', null]}
            end={<button type="button">Join</button>}
          />
        ))}
      </RowList>
    )}
  </ListPage>
);

test('a list page shows its add button exactly once, with or without items', async () => {
  await stage(<Page data={['Chess']} />);
  expect(screen.getByRole('list', { name: 'Clubs' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 3, name: 'Chess' })).toBeTruthy();
  expect(screen.getByRole('listitem').querySelectorAll('p')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'New club' })).toHaveLength(1);
  resetStage();
  await stage(<Page data={[]} />);
  expect(screen.getByRole('heading', { name: 'No clubs yet' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'New club' })).toHaveLength(1);
  expect(screen.getAllByText('What clubs are for')).toHaveLength(1);
});

test('a search without results shows an empty state and keeps its field', async () => {
  await stage(<Page data={[]} search="xyz" />);
  expect(screen.getByRole('heading', { name: 'No club of that name' })).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Find a club' })).toBeTruthy();
});

test('Show more loads the next page and disappears after the last one', async () => {
  const fetchNextPage = vi.fn<() => void>();
  await stage(<LoadMore query={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
  resetStage();
  await stage(
    <LoadMore query={{ hasNextPage: false, isFetchingNextPage: false, fetchNextPage }} />,
  );
  expect(screen.queryByRole('button')).toBeNull();
});

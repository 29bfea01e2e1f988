import { Plus, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { preloadDialog } from '../ui/dialog.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { QueryBoundary, type EmptyContent, type QueryResult } from './query-boundary.tsx';

/**
 * <ListPage query={hubs} intro={t('hubs.body')} add={{ label: t('hubs.new'), onAdd }} empty={{ icon: Boxes, title: … }}>
 *   {({ items }) => <RowList isCard>…</RowList>}
 * </ListPage>
 * A page that is a list: what it is about, the way to add one, search and filters, and the list in all its states. Where there is
 * nothing yet, that stands alone with the way to add the first.
 */
interface ListPageProps<T> {
  query: QueryResult<T>;
  /** What the list is about; also said while there is nothing. */
  intro: ReactNode;
  add?: { label: string; icon?: LucideIcon; onAdd: () => void };
  search?: { label: string; value: string; onChange: (value: string) => void };
  /** Chips, order, view: beside the search. */
  filters?: ReactNode;
  /** Something narrows the list: what is not found is not said to be missing. */
  isNarrowed?: boolean;
  empty: Omit<EmptyContent, 'action' | 'body'>;
  /** Said when search and filters leave nothing. */
  nothingFound?: Omit<EmptyContent, 'icon'>;
  skeleton?: readonly string[];
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

export function ListPage<T>({
  query,
  intro,
  add,
  search,
  filters,
  isNarrowed = search !== undefined && search.value !== '',
  empty,
  nothingFound,
  skeleton,
  isEmpty,
  children,
}: ListPageProps<T>) {
  const button = add && (
    <Button
      variant="primary"
      icon={add.icon ?? Plus}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={add.onAdd}
    >
      {add.label}
    </Button>
  );
  const head = (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">{intro}</p>
        {button}
      </div>
      {search && <SearchField {...search} isBusy={query.isFetching && query.data !== undefined} />}
      {filters && <div className="flex flex-wrap items-center gap-2">{filters}</div>}
    </div>
  );
  // With search or filters the head stays while what it asks for comes: somebody is typing there.
  const staysUp = search !== undefined || filters !== undefined;
  const said: EmptyContent =
    isNarrowed && nothingFound
      ? { icon: SearchX, ...nothingFound }
      : staysUp
        ? empty
        : { ...empty, body: intro, action: button };
  return (
    <div className="grid gap-4">
      {staysUp && head}
      <QueryBoundary
        query={query}
        empty={said}
        {...(skeleton && { skeleton })}
        {...(isEmpty && { isEmpty })}
      >
        {(data) => (
          <div className="grid gap-4">
            {!staysUp && head}
            {children(data)}
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}

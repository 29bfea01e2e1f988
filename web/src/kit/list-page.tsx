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
 * A page with a list: an intro, a button to add an item, search and filters, and the list in all its states. An empty list
 * only shows its empty state with the add button.
 */
interface ListPageProps<T> {
  query: QueryResult<T>;
  /** A text about the list, also shown while it is empty. */
  intro: ReactNode;
  add?: { label: string; icon?: LucideIcon; onAdd: () => void };
  search?: { label: string; value: string; onChange: (value: string) => void };
  /** Filters, order and view, next to the search. */
  filters?: ReactNode;
  /** True if a filter is set. Then no results doesn't mean that the list is empty. */
  isNarrowed?: boolean;
  empty: Omit<EmptyContent, 'action' | 'body'>;
  /** Shown if search and filters match nothing. */
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
  // With search or filters, the header stays while results load, because the user may be typing there.
  const keepsHeader = search !== undefined || filters !== undefined;
  const emptyContent: EmptyContent =
    isNarrowed && nothingFound
      ? { icon: SearchX, ...nothingFound }
      : keepsHeader
        ? empty
        : { ...empty, body: intro, action: button };
  return (
    <div className="grid gap-4">
      {keepsHeader && head}
      <QueryBoundary
        query={query}
        empty={emptyContent}
        {...(skeleton && { skeleton })}
        {...(isEmpty && { isEmpty })}
      >
        {(data) => (
          <div className="grid gap-4">
            {!keepsHeader && head}
            {children(data)}
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}

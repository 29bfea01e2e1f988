import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A query client whose `invalidateQueries` also restarts first loads. TanStack Query waits for a running first load and
 * treats its response as current, although the server may have read the data before the change. For example, a note added
 * while the list loaded stayed hidden.
 */
export class CurrentQueryClient extends QueryClient {
  override invalidateQueries<TKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (options?.cancelRefetch === false) return super.invalidateQueries(filters, options);
    const loading = { ...filters, fetchStatus: 'fetching' as const };
    for (const query of this.getQueryCache().findAll(loading)) {
      if (query.state.data !== undefined) continue;
      if (query.isActive()) void query.cancel({ silent: true });
      // No component shows it yet, so it loads again when one does.
      else
        query.promise?.then(
          () => query.invalidate(),
          () => undefined,
        );
    }
    return super.invalidateQueries(filters, options);
  }
}

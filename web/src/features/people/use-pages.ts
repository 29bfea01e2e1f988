import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { callQuery } from '../../lib/call.ts';
import type { CallKey } from '../../lib/call-keys.ts';
import { pageSize } from '../../lib/listing-params.ts';

/** One page of a listing: its call and input. */
export interface PageCall<K extends CallKey> {
  readonly key: K;
  readonly input: InputOf<K>;
}

/**
 * Pages of a long list, fetched as they come into view: `usePages((page) => ({ key, input }), readPage)`.
 * Page 1 is always asked for: it has the total. Each page stays in the cache under its own key.
 */
export function usePages<K extends CallKey, I>(
  callOf: (page: number) => PageCall<K>,
  read: (answer: ReplyOf<K>) => { total: number; items: readonly I[] },
) {
  const [range, setRange] = useState({ first: 1, last: 1 });
  const client = useQueryClient();
  const queryOf = (page: number) => {
    const { key, input } = callOf(page);
    return callQuery(key, input);
  };
  const pages = [
    1,
    ...Array.from({ length: range.last - range.first + 1 }, (_, place) => range.first + place).filter((page) => page !== 1),
  ];
  const results = useQueries({ queries: pages.map((page) => queryOf(page)) });
  const first = results[0];
  const onRange = useCallback((from: number, to: number) => {
    // One page further, so that scrolling at a reading pace meets no skeleton.
    const next = { first: Math.floor(from / pageSize) + 1, last: Math.floor(to / pageSize) + 2 };
    setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, []);

  const itemAt = (index: number): I | undefined => {
    const page = Math.floor(index / pageSize) + 1;
    const answer = client.getQueryData<ReplyOf<K>>(queryOf(page).queryKey);
    return answer === undefined ? undefined : read(answer).items[index % pageSize];
  };
  const total = first?.data === undefined ? undefined : read(first.data as ReplyOf<K>).total;
  const lastPage = total === undefined ? 1 : Math.ceil(total / pageSize);
  return {
    total,
    itemAt,
    onRange: useCallback((from: number, to: number) => onRange(from, Math.min(to, (lastPage - 1) * pageSize - 1)), [onRange, lastPage]),
    error: results.find((result) => result.error)?.error ?? null,
    isFetching: results.some((result) => result.isFetching),
    retry: () => void Promise.all(results.filter((result) => result.error).map((result) => result.refetch())),
  };
}

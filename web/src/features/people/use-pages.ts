import { useQueries, useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useRef, useState } from 'react';
import type { Call, InputOf, ReplyOf } from '#contract/call.ts';
import { callQuery } from '../../lib/call.ts';
import { pageSize } from '../../lib/listing-params.ts';

/** A page of a list: its call and input. */
export interface PageCall<K extends Call> {
  readonly key: K;
  readonly input: InputOf<K>;
}

/**
 * Loads the pages of a long list as they become visible: `usePages((page) => ({ key, input }), readPage)`. It always loads
 * page 1, which has the total. Each page has its own cache key. While another query loads, the previous results stay visible
 * (`isFormer`), so no skeleton appears between two lists.
 */
export function usePages<K extends Call, I>(
  callOf: (page: number) => PageCall<K>,
  read: (answer: ReplyOf<K>) => { total: number; isMinimum?: boolean; items: readonly I[] },
) {
  const [range, setRange] = useState({ first: 1, last: 1 });
  const [answered, setAnswered] = useState(() => ({ callOf }));
  const client = useQueryClient();
  const queryOf = (page: number, of = callOf) => {
    const { key, input } = of(page);
    return callQuery(key, input);
  };
  const pages = [
    1,
    ...Array.from(
      { length: range.last - range.first + 1 },
      (_, index) => range.first + index,
    ).filter((page) => page !== 1),
  ];
  const results = useQueries({ queries: pages.map((page) => queryOf(page)) });
  const first = results[0];
  const onRange = useCallback((from: number, to: number) => {
    // After the user starts scrolling, load one page ahead, so that they rarely see skeletons.
    const ahead = from > 0 ? 1 : 0;
    const next = {
      first: Math.floor(from / pageSize) + 1,
      last: Math.floor(to / pageSize) + 1 + ahead,
    };
    startTransition(() =>
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next)),
    );
  }, []);

  const isSame = JSON.stringify(answered.callOf(1)) === JSON.stringify(callOf(1));
  if (first?.data !== undefined && !isSame) setAnswered({ callOf });
  const isPrevious = !isSame && first?.data === undefined && !first?.error;
  const shownCall = isPrevious ? answered.callOf : callOf;
  const answerOf = (page: number) =>
    client.getQueryData<ReplyOf<K>>(queryOf(page, shownCall).queryKey);

  const now = pages.map((page) => ({ page, answer: answerOf(page) }));
  // Keep the same array while the replies are the same, to avoid re-rendering.
  const [answers, setAnswers] = useState(now);
  const isKept =
    answers.length === now.length &&
    now.every(
      ({ page, answer }, at) => answers[at]?.page === page && answers[at].answer === answer,
    );
  if (!isKept) setAnswers(now);
  const reader = useRef(read);
  const itemAt = useCallback(
    (index: number): I | undefined => {
      const answer = answers.find(({ page }) => page === Math.floor(index / pageSize) + 1)?.answer;
      return answer === undefined ? undefined : reader.current(answer).items[index % pageSize];
    },
    [answers],
  );
  const one = answerOf(1);
  const { total, isMinimum = false } = one === undefined ? { total: undefined } : read(one);
  const lastPage = total === undefined ? 1 : Math.ceil(total / pageSize);
  return {
    total,
    /** There are more results than the total, but the list ends there. */
    isMinimum,
    itemAt,
    isFormer: isPrevious,
    onRange: useCallback(
      (from: number, to: number) => onRange(from, Math.min(to, (lastPage - 1) * pageSize - 1)),
      [onRange, lastPage],
    ),
    error: results.find((result) => result.error)?.error ?? null,
    isFetching: results.some((result) => result.isFetching),
    retry: () =>
      void Promise.all(results.filter((result) => result.error).map((result) => result.refetch())),
  };
}

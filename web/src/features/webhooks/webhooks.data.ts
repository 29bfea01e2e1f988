import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Webhook } from '#contract/webhooks/endpoints.ts';
import { listDeliveries, listWebhooks } from '#contract/webhooks/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const webhooksQuery = () => callQuery(listWebhooks, {});

const windowSize = 10;
/** Polling interval of a log with pending deliveries, in milliseconds. */
const watchMs = 2_000;
/** Retries later than this are not polled for, in milliseconds. */
const soonMs = 30_000;

/** The deliveries of a webhook, newest first, page by page. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [listDeliveries, id] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeliveries,
        { id, size: windowSize, ...(pageParam !== '' && { before: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)?.id : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) =>
        items.some(
          ({ nextAt }) => nextAt !== null && new Date(nextAt).getTime() < Date.now() + soonMs,
        ),
      ) === true && watchMs,
  });

/** Returns a webhook's name: its host and path. */
export const nameOfHook = ({ url }: Pick<Webhook, 'url'>): string =>
  url.replace(/^https?:\/\//, '').replace(/\?.*$/, '');

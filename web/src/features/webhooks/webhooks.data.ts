import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Webhook } from '#contract/webhooks/endpoints.ts';
import { listDeliveries, listWebhooks } from '#contract/webhooks/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const webhooksQuery = () => callQuery(listWebhooks, {});

const windowSize = 10;
/** How often a log is looked at anew while something is on its way, in milliseconds. */
const watchMs = 2_000;
/** What is tried again in minutes or hours is not waited for. */
const soonMs = 30_000;

/** Deliveries of a webhook, newest first, a window at a time. */
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

/** What a webhook is called: its host, and where it leads there. */
export const nameOfHook = ({ url }: Pick<Webhook, 'url'>): string =>
  url.replace(/^https?:\/\//, '').replace(/\?.*$/, '');

import { getDues, listMemberDues } from '#contract/dues/calls.ts';
import {
  getDonations,
  getOrder,
  getPaymentReport,
  getPaymentSettings,
  listClubOrders,
  listDiscounts,
  listOrders,
} from '#contract/payments/calls.ts';
import { listOrderFiles, listProducts } from '#contract/store/calls.ts';
import type { OrderNeed } from '#contract/payments/limits.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Calls to repeat after an order changes. */
export const staleOrders = [
  listOrders,
  getOrder,
  listClubOrders,
  listProducts,
  getDues,
  listMemberDues,
] as const;

/** The user's orders, page by page. `club` limits them to one club. */
export const orderPages = (club?: string) => ({
  queryKey: [listOrders, 'pages', club ?? ''] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listOrders,
      { ...(club !== undefined && { club }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export interface ClubOrderFilter {
  readonly needs: OrderNeed | null;
  readonly search: string;
}

/** A club's orders for its officers, page by page. */
export const clubOrderPages = (id: string, { needs, search }: ClubOrderFilter) => ({
  queryKey: [listClubOrders, 'pages', id, needs, search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listClubOrders,
      {
        id,
        ...(needs !== null && { needs }),
        ...(search !== '' && { search }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const orderQuery = (id: string) => callQuery(getOrder, { id });
/** The files of a paid order. */
export const orderFiles = (id: string) => callQuery(listOrderFiles, { id });
export const donationQuery = (id: string) => callQuery(getDonations, { id });
export const paymentSettings = () => callQuery(getPaymentSettings, {});
export const paymentReport = (from: string, to: string) =>
  callQuery(getPaymentReport, { from, to });

export const discountPages = (id: string) => ({
  queryKey: [listDiscounts, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listDiscounts, { id, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

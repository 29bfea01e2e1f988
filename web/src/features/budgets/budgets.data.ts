import type { ReplyOf } from '#contract/call.ts';
import type { ClubAccount } from '#contract/budgets/endpoints.ts';
import type { RequestState } from '#contract/budgets/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import {
  getBudgetRequest,
  getClubAccount,
  getClubEntry,
  getClubMoney,
  listAccountTree,
  listBudgetPeriods,
  listBudgetRequests,
  listClubAccounts,
  listClubLines,
  listLineFilters,
} from '#contract/budgets/calls.ts';
import { call, callQuery } from '../../lib/call.ts';
import { uploadFile } from '../../lib/upload-file.ts';

/** Calls to repeat after money moved or a request changed. */
export const staleMoney = [
  getBudgetRequest,
  getClubAccount,
  getClubEntry,
  getClubMoney,
  listAccountTree,
  listBudgetPeriods,
  listBudgetRequests,
  listClubAccounts,
  listClubLines,
  listLineFilters,
] as const;

export const clubMoney = (club: string, account?: string) =>
  callQuery(getClubMoney, { id: club, ...(account !== undefined && { account }) });
export const clubAccounts = (club: string) => callQuery(listClubAccounts, { club, size: 100 });
/** The clubs whose money the user can see or request. */
export const moneyClubs = () => callQuery(listClubAccounts, { size: 1 });
export const accountQuery = (id: string) => callQuery(getClubAccount, { id });
export const entryQuery = (id: string) => callQuery(getClubEntry, { id });
export const requestQuery = (id: string) => callQuery(getBudgetRequest, { id });
export const lineFilters = (account: string) => callQuery(listLineFilters, { id: account });
export const periodsQuery = () => callQuery(listBudgetPeriods, {});

/** The accounts below an account, or the top level. */
export const treeQuery = (parent: string | null, period: string | null, archived: boolean) =>
  callQuery(listAccountTree, {
    ...(parent !== null && { parent }),
    ...(period !== null && { period }),
    ...(archived && { archived: 'true' }),
  });

const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
};

/** All accounts of the school that aren't archived, for staff. */
export const allAccounts = () => ({
  queryKey: [listClubAccounts, 'all'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ClubAccount[]> => {
    const accounts: ClubAccount[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ReplyOf<typeof listClubAccounts> = await call(
        listClubAccounts,
        { size: 100, ...(cursor !== '' && { cursor }) },
        signal,
      );
      accounts.push(...page.items);
      cursor = page.nextCursor;
    }
    return accounts;
  },
});

interface LineDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly category?: string | undefined;
}

export const linePages = (account: string, { from, to, category }: LineDays) => ({
  ...paged,
  queryKey: [listClubLines, 'pages', account, from ?? '', to ?? '', category ?? ''] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listClubLines,
      {
        id: account,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(category !== undefined && { category }),
        size: 30,
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
});

export interface RequestFilters {
  readonly club?: string;
  readonly state?: RequestState;
  readonly search?: string;
  readonly order?: 'newest' | 'waiting';
}

export const requestPages = (filters: RequestFilters) => ({
  ...paged,
  queryKey: [listBudgetRequests, 'pages', JSON.stringify(filters)] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listBudgetRequests,
      { ...filters, size: 30, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
});

/** Uploads files one after another, and returns their IDs. */
export const sendFiles = async (
  files: readonly File[],
  { onSent, signal }: { onSent: (share: number) => void; signal: AbortSignal },
): Promise<{ id: string; name: string }[]> => {
  const sent: { id: string; name: string }[] = [];
  for (const [at, file] of files.entries()) {
    const id = await uploadFile(
      { clientId: newClientId(), name: file.name, size: file.size, blob: file },
      (share) => onSent((at + share) / files.length),
      signal,
    );
    sent.push({ id, name: file.name });
  }
  return sent;
};

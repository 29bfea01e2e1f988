import { getInboxChoice, listInbox, readInboxItem } from '#contract/newsletters/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const pageSize = 20;

interface ListPage {
  total: number;
  items: readonly unknown[];
}

/** Returns the offset of the next page of a list, or undefined after the last page or if the remaining items were deleted. */
export function nextOffset(
  { total, items }: ListPage,
  pages: readonly ListPage[],
): number | undefined {
  const seen = pages.reduce((sum, page) => sum + page.items.length, 0);
  return items.length > 0 && seen < total ? seen : undefined;
}

/** The user's inbox. */
export const inboxList = [listInbox] as const;
export const inboxItemQuery = (id: string) => callQuery(readInboxItem, { id });
export const inboxChoiceQuery = () => callQuery(getInboxChoice, {});

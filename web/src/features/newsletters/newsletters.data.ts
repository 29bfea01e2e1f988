import { callQuery, queryClient } from '../../lib/call.ts';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';

export const pageSize = 20;

interface ListPage {
  total: number;
  items: readonly unknown[];
}

/** Where the next page of a list begins; none when all has come, or when what is left has gone meanwhile. */
export function nextOffset(
  { total, items }: ListPage,
  pages: readonly ListPage[],
): number | undefined {
  const seen = pages.reduce((sum, page) => sum + page.items.length, 0);
  return items.length > 0 && seen < total ? seen : undefined;
}

/** Newsletters of admins. */
export const newsletterQuery = (id: string) => callQuery('GET /api/v1/newsletters/{id}', { id });
export const newsletterList = ['GET /api/v1/newsletters'] as const;

/** Where a newsletter that has changed is kept; the list asks anew. */
export function saveNewsletter(next: Newsletter): void {
  queryClient.setQueryData(newsletterQuery(next.id).queryKey, next);
  void queryClient.invalidateQueries({ queryKey: newsletterList });
}

/** One's own inbox. */
export const inboxList = ['GET /api/v1/inbox'] as const;
export const inboxItemQuery = (id: string) => callQuery('GET /api/v1/inbox/{id}', { id });
export const inboxChoiceQuery = () => callQuery('GET /api/v1/inbox/choice', {});

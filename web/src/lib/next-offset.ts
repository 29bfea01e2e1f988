interface ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** Returns the offset of the next page of a list, or undefined after the last page or if the remaining items were deleted. */
export function nextOffset(
  { items, total }: ListPage,
  pages: readonly Pick<ListPage, 'items'>[],
): number | undefined {
  const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
  return items.length > 0 && loaded < total ? loaded : undefined;
}

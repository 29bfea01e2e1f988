/** Items of one page, and the cursor of the next; null after the last one. */
interface CursorPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Input of a call that lists by cursor, with the largest page. */
export interface PageInput {
  readonly size: number;
  readonly cursor?: string;
}

/** Number of items that lists by cursor return at most per call. */
const size = 100;

/** Reads a whole list, one page after another. */
export const allPages = async <T>(
  read: (page: PageInput) => Promise<CursorPage<T>>,
): Promise<readonly T[]> => {
  const { items, nextCursor } = await read({ size });
  const all = [...items];
  for (let cursor = nextCursor; cursor !== null;) {
    const next = await read({ size, cursor });
    all.push(...next.items);
    cursor = next.nextCursor;
  }
  return all;
};

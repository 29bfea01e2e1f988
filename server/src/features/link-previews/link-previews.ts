import { transact, type Scope } from '../../kernel/context.ts';
import { insertPreview, selectFreshPreview } from './link-previews.queries.ts';
import { fetchPreview } from './preview-fetching.ts';

/**
 * The id of what the page at `url` says of itself, fetched if nobody asked for it in the last 24 hours; null where it says nothing.
 * Waits for somebody else’s server for up to 10 seconds, so only jobs call it, and never inside a transaction.
 */
export const findPreview = async (scope: Scope, url: string): Promise<number | null> => {
  const now = scope.clock.now();
  const known = await transact(scope, ({ db }) => selectFreshPreview(db, url, now), {
    readOnly: true,
  });
  if (known !== undefined) return known;
  const page = await fetchPreview(scope, url);
  const id = await transact(scope, ({ db, school }) =>
    insertPreview(db, school.school_id, page, now),
  );
  return page.title === '' ? null : id;
};

import { transact, type Scope } from '../../kernel/context.ts';
import { insertPreview, selectFreshPreview } from './link-previews.queries.ts';
import { fetchPreview } from './preview-fetching.ts';

/**
 * Returns the id of the preview of the page at `url`. Fetches it if that wasn't done in the last 24 hours. Null if the
 * page has no metadata. Waits for another server for up to 10 seconds, so only jobs call it, outside of transactions.
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

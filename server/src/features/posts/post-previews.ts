import { transact, type Scope } from '../../kernel/context.ts';
import type { Db } from '../../kernel/database/database.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { firstLink } from '../link-previews/first-link.ts';
import { selectFreshPreview, selectPreviewTexts } from '../link-previews/link-previews.queries.ts';
import { findPreview } from '../link-previews/link-previews.ts';
import { hasListedWord } from '../word-list/word-check.ts';
import { selectPreviewless, updatePreview } from './posts.queries.ts';

/** Returns whether a post can show a preview. Previews with words of the school's list stay hidden. */
const isAllowed = async (db: Db, preview: number): Promise<boolean> =>
  !(await hasListedWord(db, await selectPreviewTexts(db, preview)));

/** Returns the preview of a page that was fetched today, if posts can show it. */
export const knownPreview = async (db: Db, url: string, now: Date): Promise<number | null> => {
  const preview = await selectFreshPreview(db, url, now);
  return preview !== undefined && (await isAllowed(db, preview)) ? preview : null;
};

/** Fetches a preview and adds it to its post if the post still links to the same page. */
export const addPreview = async (
  scope: Scope,
  { post, club, url }: { post: number; club: number | null; url: string },
): Promise<void> => {
  const preview = await findPreview(scope, url);
  if (preview === null) return;
  await transact(scope, async (context) => {
    const text = await selectPreviewless(context.db, post);
    if (text === undefined || firstLink(text) !== url) return;
    if (!(await isAllowed(context.db, preview))) return;
    await updatePreview(context.db, post, preview);
    await emit(context, 'post_changed', { post, club });
  });
};

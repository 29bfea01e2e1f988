import { transact, type Scope } from '../../kernel/context.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { firstLink } from '../link-previews/first-link.ts';
import { findPreview } from '../link-previews/link-previews.ts';
import { selectPreviewless, updatePreview } from './posts.queries.ts';

/** Fetches a preview and shows it with the post that asked for it, if that still links to the same page. */
export const addPreview = async (
  scope: Scope,
  { post, club, url }: { post: number; club: number | null; url: string },
): Promise<void> => {
  const preview = await findPreview(scope, url);
  if (preview === null) return;
  await transact(scope, async (context) => {
    const text = await selectPreviewless(context.db, post);
    if (text === undefined || firstLink(text) !== url) return;
    await updatePreview(context.db, post, preview);
    await emit(context, 'post_changed', { post, club });
  });
};

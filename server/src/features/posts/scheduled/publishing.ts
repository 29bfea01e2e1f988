import type { UnpublishedReason } from '#contract/posts/limits.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { hasPermission } from '../../../kernel/access.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { unpublishedReasonOf } from '../posts.rules.ts';
import * as queries from './scheduled.queries.ts';

/** A post with its club and the time for which it was scheduled. */
interface PostDue {
  readonly post: number;
  readonly club: number | null;
  readonly at: string;
}

/** Publishes a scheduled post. Emits `post_published`, or `post_changed` if the post is hidden until a moderator reviews it. */
export const publishPost = async (
  context: Context,
  { post, club, at }: PostDue,
  isHidden: boolean,
): Promise<void> => {
  if (!(await queries.updatePublished(context.db, { id: post, isAnnounced: !isHidden }))) return;
  await emit(context, isHidden ? 'post_changed' : 'post_published', { post, club, at });
};

/** Returns whether the person responsible for a post can publish in its club. */
const canPublish = async (
  context: Context,
  { publisher, club }: Pick<queries.DueRow, 'publisher' | 'club'>,
): Promise<boolean> => {
  if (publisher === null || club === null) return false;
  return (
    (await hasPermission(context, publisher, 'club', club.id, 'posts.publish')) ||
    (await hasPermission(context, publisher, 'school', 0, 'posts.manage'))
  );
};

/** Returns why a post can't be published now. Null if it can. */
export const unpublishableReason = async (
  context: Context,
  row: queries.DueRow,
): Promise<UnpublishedReason | null> =>
  unpublishedReasonOf(row, { ...row, publishes: await canPublish(context, row) });

/** Publishes a scheduled post that is due. If it can't be published, it stays scheduled and stores the reason. */
export const publishDue = (scope: Scope, due: PostDue): Promise<void> =>
  transact(scope, async (context) => {
    const row = await queries.lockDue(context.db, due.post, due.at);
    if (row === undefined) return;
    const reason = await unpublishableReason(context, row);
    if (reason === null) return publishPost(context, due, row.is_hidden);
    await queries.updateUnpublished(context.db, row.id, reason);
    await emit(context, 'post_changed', { post: due.post, club: due.club });
    await emit(context, 'post_unpublished', { post: due.post, at: due.at });
  });

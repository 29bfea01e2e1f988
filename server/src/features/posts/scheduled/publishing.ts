import type { UnpublishedReason } from '#contract/posts/limits.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { hasPermission } from '../../../kernel/access.ts';
import { emit, type OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { publishFailure } from '../posts.rules.ts';
import * as queries from './scheduled.queries.ts';

/** A post with its club and the time for which it was scheduled. */
type ScheduledPost = OutboxEvent<'post_due'>['payload'];

/** Publishes a scheduled post. Emits `post_published`, or `post_changed` if the post is hidden until a moderator reviews it. */
export const publishPost = async (
  context: Context,
  { post, club, at }: ScheduledPost,
  isHidden: boolean,
): Promise<void> => {
  if (!(await queries.updatePublished(context.db, { id: post, isAnnounced: !isHidden }))) return;
  await emit(context, isHidden ? 'post_changed' : 'post_published', { post, club, at });
};

/** Returns whether the person responsible for a post can publish in its club. */
const canPublish = async (
  context: Context,
  { publisher, club }: Pick<queries.DuePost, 'publisher' | 'club'>,
): Promise<boolean> => {
  if (publisher === null || club === null) return false;
  return (
    (await hasPermission(context, publisher, 'club', club.id, 'posts.publish')) ||
    (await hasPermission(context, publisher, 'school', 0, 'posts.manage'))
  );
};

/** Returns why a post can't be published now. Null if it can. */
export const readPublishFailure = async (
  context: Context,
  row: queries.DuePost,
): Promise<UnpublishedReason | null> =>
  publishFailure(row, { ...row, publishes: await canPublish(context, row) });

/** Publishes a scheduled post that is due. If it can't be published, it stays scheduled and stores the reason. */
export const publishDue = (scope: Scope, due: ScheduledPost): Promise<void> =>
  transact(scope, async (context) => {
    const row = await queries.lockDuePost(context.db, due.post, due.at);
    if (row === undefined) return;
    const reason = await readPublishFailure(context, row);
    if (reason === null) return publishPost(context, due, row.is_hidden);
    await queries.updatePublishFailure(context.db, row.id, reason);
    await emit(context, 'post_changed', { post: due.post, club: due.club });
    await emit(context, 'post_unpublished', { post: due.post, at: due.at });
  });

import type { ErrorCode } from '#contract/errors.ts';
import { postLimits, type PostKind, type UnpublishedReason } from '#contract/posts/limits.ts';
import type { PublisherRow } from './scheduled/publisher.queries.ts';
import type { DuePost } from './scheduled/scheduled.queries.ts';
import type { PostingClubRow, PostClubRow, PostRow } from './posts.queries.ts';

/** The properties of a new post that decide who can post it. */
export interface PostingRequest {
  readonly kind: PostKind;
  readonly asClub: boolean;
  readonly isAimed: boolean;
}

/** Returns why someone can't post this in a club. Null if they can. */
export const postingError = (
  club: Pick<PostingClubRow, 'reads' | 'is_member' | 'is_active' | 'publishes' | 'posts_by'>,
  wanted: PostingRequest,
): ErrorCode | null => {
  if (!club.reads || (!club.is_member && !club.publishes)) return 'posts_members_only';
  if (!club.is_active) return 'club_inactive';
  if (club.publishes) return null;
  if (wanted.kind === 'article' || wanted.asClub || wanted.isAimed) return 'posts_officers_only';
  return club.posts_by === 'officers' && wanted.kind === 'post' ? 'posts_officers_only' : null;
};

/**
 * Returns why the reader couldn't post this post in its club or hub now. Null if they could. Authors need this
 * permission to edit a post.
 */
export const repostingError = ({
  kind,
  club,
  hub,
  is_as_club: asClub,
  aimed_at: aimedAt,
}: Pick<PostRow, 'kind' | 'club' | 'hub' | 'is_as_club' | 'aimed_at'>): ErrorCode | null => {
  if (club !== null) return postingError(club, { kind, asClub, isAimed: aimedAt !== null });
  return hub !== null && !hub.is_own ? 'not_found' : null;
};

/**
 * Returns whether someone can reschedule a scheduled post or publish it now. Authors can while they can post it, and so
 * can the club's publishers. If a post wasn't published because its author can no longer post there, others can publish
 * it only if it is in the club's name, because otherwise it speaks for the author.
 */
export const canReschedule = (
  me: number,
  row: Parameters<typeof repostingError>[0] &
    Pick<PostRow, 'author_id' | 'is_staff' | 'publish_failure'>,
): boolean => {
  if (row.author_id === me) return repostingError(row) === null;
  if (row.club?.publishes !== true && !row.is_staff) return false;
  return row.is_as_club || row.publish_failure === null || row.publish_failure === 'inactive';
};

/**
 * Returns why a scheduled post can't be published. Null if it can. The responsible person can read the club if everyone
 * can, or if they are a member or can publish.
 */
export const publishFailure = (
  {
    kind,
    is_as_club: asClub,
    is_aimed: isAimed,
  }: Pick<DuePost, 'kind' | 'is_as_club' | 'is_aimed'>,
  { can_sign_in: canSignIn, is_in_hub: isInHub, club, publishes }: PublisherRow,
): UnpublishedReason | null => {
  if (!canSignIn) return 'gone';
  if (club === null) return isInHub ? null : 'left';
  const reads = publishes || club.posts_for === 'everyone' || club.is_member;
  const refused = postingError({ ...club, reads, publishes }, { kind, asClub, isAimed });
  if (refused === null) return null;
  if (refused === 'posts_members_only') return 'left';
  return refused === 'club_inactive' ? 'inactive' : 'position';
};

/**
 * Returns whether someone can publish a scheduled post now. Another person's post also needs an author who can still
 * post it.
 */
export const canPublishNow = (
  me: number,
  row: Parameters<typeof canReschedule>[1] & Pick<PostRow, 'author_now'>,
): boolean =>
  canReschedule(me, row) &&
  (row.author_now === null ||
    publishFailure({ ...row, is_aimed: row.aimed_at !== null }, row.author_now) === null);

/** Returns why someone can't comment on, like or vote on a club's posts. Null if they can. */
export const reactionError = (club: PostClubRow | null): ErrorCode | null => {
  if (club === null) return null;
  if (!club.is_member && !club.publishes) return 'posts_members_only';
  return club.is_writable ? null : 'club_inactive';
};

/** A post or comment to hide or show. */
interface Hideable {
  readonly author_id: number | null;
  readonly moderates: boolean;
  readonly is_staff: boolean;
}

/**
 * Returns whether someone can hide and show a post or comment. Moderators can, except for what they wrote: only staff
 * can show that. Otherwise officers could show their own posts that staff or the word list hid.
 */
export const canHide = (me: number, row: Hideable): boolean =>
  row.moderates && (row.is_staff || row.author_id !== me);

const mention = /@\[(?:club:)?([1-9]\d{0,15})\]/g;

/** Returns the ids of the people and clubs that a text mentions, each once. */
export const mentionsIn = (text: string): number[] =>
  [...new Set([...text.matchAll(mention)].map(([, id]) => Number(id)))].slice(
    0,
    postLimits.mentions,
  );

/** Returns the people, not the clubs, that a text mentions and `before` didn't. */
export const newlyMentioned = (text: string, before = ''): number[] =>
  mentionsIn(text).filter((id) => text.includes(`@[${id}]`) && !before.includes(`@[${id}]`));

const dayMs = 86_400_000;

/** Returns whether a post can be scheduled for this time: it is in the future and not too far ahead. */
export const isAhead = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + postLimits.days * dayMs;

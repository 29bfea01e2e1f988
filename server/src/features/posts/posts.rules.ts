import type { ErrorCode } from '#contract/errors.ts';
import { postLimits, type PostKind } from '#contract/posts/limits.ts';
import type { PlaceRow, PostClubRow } from './posts.queries.ts';

/** What somebody wants to post. */
export interface Wanted {
  readonly kind: PostKind;
  readonly asClub: boolean;
  readonly isAimed: boolean;
}

/** Why somebody may not post this in a club; null: they may. */
export const postingError = (place: PlaceRow, wanted: Wanted): ErrorCode | null => {
  if (!place.reads || (!place.is_member && !place.publishes)) return 'posts_members_only';
  if (!place.is_active) return 'club_inactive';
  if (place.publishes) return null;
  if (wanted.kind === 'article' || wanted.asClub || wanted.isAimed) return 'posts_officers_only';
  return place.posts_by === 'officers' && wanted.kind === 'post' ? 'posts_officers_only' : null;
};

/** Why somebody may not comment on, like or vote about what is posted in a club; null: they may. */
export const reactionError = (club: PostClubRow | null): ErrorCode | null => {
  if (club === null) return null;
  if (!club.is_member && !club.publishes) return 'posts_members_only';
  return club.is_writable ? null : 'club_inactive';
};

/** What is looked at before it is hidden or shown. */
interface Hideable {
  readonly author_id: number | null;
  readonly moderates: boolean;
  readonly is_staff: boolean;
}

/**
 * Whether somebody may hide a post or comment and show it again: its moderators, but what they wrote themselves only staff. Else
 * officers would show what staff or the word list has hidden of theirs.
 */
export const mayHide = (me: number, row: Hideable): boolean =>
  row.moderates && (row.is_staff || row.author_id !== me);

const mention = /@\[(?:club:)?([1-9]\d{0,15})\]/g;

/** The ids of people and clubs that a text names, each once. */
export const mentionsIn = (text: string): number[] =>
  [...new Set([...text.matchAll(mention)].map(([, id]) => Number(id)))].slice(
    0,
    postLimits.mentions,
  );

const dayMs = 86_400_000;

/** Whether something may be set for this time: to come, and not too far ahead. */
export const isAhead = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + postLimits.days * dayMs;

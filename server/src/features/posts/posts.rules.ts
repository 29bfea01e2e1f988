import type { ErrorCode } from '#contract/errors.ts';
import { postLimits, type PostKind, type UnpublishedReason } from '#contract/posts/limits.ts';
import type { AuthorRow } from './scheduled/speaker.queries.ts';
import type { PlaceRow, PostClubRow, PostRow } from './posts.queries.ts';

/** A post that a person wants to publish. */
export interface Wanted {
  readonly kind: PostKind;
  readonly asClub: boolean;
  readonly isAimed: boolean;
}

/** Returns why a person can't post this in a club, or null if they can. */
export const postingError = (
  place: Pick<PlaceRow, 'reads' | 'is_member' | 'is_active' | 'publishes' | 'posts_by'>,
  wanted: Wanted,
): ErrorCode | null => {
  if (!place.reads || (!place.is_member && !place.publishes)) return 'posts_members_only';
  if (!place.is_active) return 'club_inactive';
  if (place.publishes) return null;
  if (wanted.kind === 'article' || wanted.asClub || wanted.isAimed) return 'posts_officers_only';
  return place.posts_by === 'officers' && wanted.kind === 'post' ? 'posts_officers_only' : null;
};

/**
 * Returns why the reader can't post the content of a post in its place now, or null if they can. The author needs this permission to change
 * it.
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
 * Returns whether a person can reschedule a scheduled post or publish it now: its author while they can post it, and people who can publish
 * in its club. If a post wasn't published because its author can no longer post there, others can publish it only if it is in the club's
 * name.
 */
export const mayLetOut = (
  me: number,
  row: Parameters<typeof repostingError>[0] &
    Pick<PostRow, 'author_id' | 'is_staff' | 'unpublished'>,
): boolean => {
  if (row.author_id === me) return repostingError(row) === null;
  if (row.club?.publishes !== true && !row.is_staff) return false;
  return row.is_as_club || row.unpublished === null || row.unpublished === 'inactive';
};

/** The state of a scheduled post at its time: of its author, of the person who scheduled it, and of the club. */
export interface Due {
  readonly is_as_club: boolean;
  /** Null without a club. */
  readonly club: Omit<Parameters<typeof postingError>[0], 'publishes'> | null;
  readonly kind: PostKind;
  readonly is_aimed: boolean;
  /** Whether its author is active, or for a post in the club's name the person who scheduled it. */
  readonly is_there: boolean;
  /** Whether they can publish in the club. */
  readonly publishes: boolean;
  /** Whether they belong to the post's hub, if it has one. */
  readonly is_in_hub: boolean;
}

/** Returns why a scheduled post isn't published, or null if it is. */
export const unpublishedReason = (due: Due): UnpublishedReason | null => {
  if (!due.is_there) return 'gone';
  if (due.club === null) return due.is_in_hub ? null : 'left';
  const { kind, is_as_club: asClub, is_aimed: isAimed, publishes } = due;
  const refused = postingError({ ...due.club, publishes }, { kind, asClub, isAimed });
  if (refused === null) return null;
  if (refused === 'posts_members_only') return 'left';
  return refused === 'club_inactive' ? 'inactive' : 'position';
};

/** The same for the reasons that depend on the author, who must be able to read in the place, belong to it or publish there. */
export const refusedOf = (
  post: Pick<Due, 'kind' | 'is_as_club' | 'is_aimed'>,
  { club, publishes, ...author }: AuthorRow,
): UnpublishedReason | null =>
  unpublishedReason({
    ...post,
    ...author,
    publishes,
    club: club && {
      ...club,
      reads: publishes || club.posts_for === 'everyone' || club.is_member,
    },
  });

/** Returns whether a person can publish a scheduled post now. Another person's post also requires that its author can still post it. */
export const mayPublishNow = (
  me: number,
  row: Parameters<typeof mayLetOut>[1] & Pick<PostRow, 'author_now'>,
): boolean =>
  mayLetOut(me, row) &&
  (row.author_now === null ||
    refusedOf({ ...row, is_aimed: row.aimed_at !== null }, row.author_now) === null);

/** Returns why a person can't comment, like or vote in a club, or null if they can. */
export const reactionError = (club: PostClubRow | null): ErrorCode | null => {
  if (club === null) return null;
  if (!club.is_member && !club.publishes) return 'posts_members_only';
  return club.is_writable ? null : 'club_inactive';
};

/** The properties that decide whether a person can hide or show it. */
interface Hideable {
  readonly author_id: number | null;
  readonly moderates: boolean;
  readonly is_staff: boolean;
}

/**
 * Returns whether a person can hide and show a post or comment: its moderators, but only staff for their own. Otherwise officers could show
 * their own texts that staff or the word list has hidden.
 */
export const mayHide = (me: number, row: Hideable): boolean =>
  row.moderates && (row.is_staff || row.author_id !== me);

const mention = /@\[(?:club:)?([1-9]\d{0,15})\]/g;

/** Returns the ids of people and clubs that a text mentions, without duplicates. */
export const mentionsIn = (text: string): number[] =>
  [...new Set([...text.matchAll(mention)].map(([, id]) => Number(id)))].slice(
    0,
    postLimits.mentions,
  );

/** Returns the people, not the clubs, whom a text mentions and `before` didn't. */
export const newlyMentioned = (text: string, before = ''): number[] =>
  mentionsIn(text).filter((id) => text.includes(`@[${id}]`) && !before.includes(`@[${id}]`));

const dayMs = 86_400_000;

/** Returns whether a time can be chosen for scheduling: in the future, and not too far ahead. */
export const isAhead = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + postLimits.days * dayMs;

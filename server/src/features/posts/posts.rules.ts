import type { ErrorCode } from '#contract/errors.ts';
import { postLimits, type PostKind, type UnpublishedReason } from '#contract/posts/limits.ts';
import type { AuthorRow } from './scheduled/speaker.queries.ts';
import type { PlaceRow, PostClubRow, PostRow } from './posts.queries.ts';

/** What somebody wants to post. */
export interface Wanted {
  readonly kind: PostKind;
  readonly asClub: boolean;
  readonly isAimed: boolean;
}

/** Why somebody may not post this in a club; null: they may. */
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

/** Why the reader may not post now what a post says, where it stands; null: they may. Its author needs that to change it. */
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
 * Whether somebody may set another time for a scheduled post, or publish it now: its author as long as they may post it, and those who
 * publish in its club. What was not published because its author may not post there any more, others let out only where it speaks for
 * the club: its words are not theirs.
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

/** What is known of a scheduled post when its time has come: of its author, of whoever set the time, and of the club. */
export interface Due {
  readonly is_as_club: boolean;
  /** Null where it stands in no club. */
  readonly club: Omit<Parameters<typeof postingError>[0], 'publishes'> | null;
  readonly kind: PostKind;
  readonly is_aimed: boolean;
  /** Its author is here; of one that speaks for the club, whoever set the time. */
  readonly is_there: boolean;
  /** They publish in the club. */
  readonly publishes: boolean;
  /** They belong to the hub that it is for, if it is for one. */
  readonly is_in_hub: boolean;
}

/** Why a scheduled post is not let out; null: it is. */
export const unpublishedReason = (due: Due): UnpublishedReason | null => {
  if (!due.is_there) return 'gone';
  if (due.club === null) return due.is_in_hub ? null : 'left';
  const { kind, is_as_club: asClub, is_aimed: isAimed, publishes } = due;
  const refused = postingError({ ...due.club, publishes }, { kind, asClub, isAimed });
  if (refused === null) return null;
  if (refused === 'posts_members_only') return 'left';
  return refused === 'club_inactive' ? 'inactive' : 'position';
};

/** The same of what depends on the author, who reads where everyone does, where they belong or publish. */
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

/** Whether somebody may publish a scheduled post now: what somebody else wrote only while they may post it themselves. */
export const mayPublishNow = (
  me: number,
  row: Parameters<typeof mayLetOut>[1] & Pick<PostRow, 'author_now'>,
): boolean =>
  mayLetOut(me, row) &&
  (row.author_now === null ||
    refusedOf({ ...row, is_aimed: row.aimed_at !== null }, row.author_now) === null);

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

/** The people, not the clubs, whom a text names and `before` did not. */
export const newlyMentioned = (text: string, before = ''): number[] =>
  mentionsIn(text).filter((id) => text.includes(`@[${id}]`) && !before.includes(`@[${id}]`));

const dayMs = 86_400_000;

/** Whether something may be set for this time: to come, and not too far ahead. */
export const isAhead = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + postLimits.days * dayMs;

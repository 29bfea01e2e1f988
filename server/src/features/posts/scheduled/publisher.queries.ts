import { sql, type RawBuilder } from 'kysely';
import { isPersonPermitted } from '../../../kernel/access.ts';

/*
 * Conditions for publishing the scheduled post `p`, apart from its content: the person who is responsible for it, and what they can do now.
 */

/** The club of a scheduled post, with the responsible person's status in it. */
export interface PublisherClub {
  id: number;
  is_active: boolean;
  is_member: boolean;
  posts_for: 'everyone' | 'members';
  posts_by: 'members' | 'officers';
}

/** Returns a condition that is true if the person can sign in. */
export const canSignIn = (publisher: RawBuilder<unknown>) =>
  sql`exists (select from users w where w.id = ${publisher} and not w.is_disabled)`;

/**
 * Returns a condition that is true if the person belongs to the post's hub, or the post has no hub. Calls
 * `server/database/functions/hubs_of.sql`.
 */
export const isInHub = (publisher: RawBuilder<unknown>) =>
  sql`(p.hub_id is null or exists (select from hubs_of(${publisher}) h where h.id = p.hub_id))`;

export const publisherClub = (
  publisher: RawBuilder<unknown>,
) => sql`case when p.club_id is not null then (select jsonb_build_object('id', c.id, 'is_active', c.deleted_at is null and c.status = 'active',
    'posts_for', c.posts_for, 'posts_by', c.posts_by, 'is_member', exists (select from club_members m
      where m.school_id = c.school_id and m.club_id = c.id and m.user_id = ${publisher} and m.status = 'member'))
  from clubs c where c.school_id = p.school_id and c.id = p.club_id) end`;

/**
 * The person who is responsible for a scheduled post: its author, or, for a post in the club's name, the person who last set its time.
 */
export interface PublisherRow {
  can_sign_in: boolean;
  /** True if they belong to the post's hub, or it has none. */
  is_in_hub: boolean;
  /** True if they can publish in the club. */
  publishes: boolean;
  club: PublisherClub | null;
}

/**
 * Returns SQL for the author of a scheduled post as a `PublisherRow`, for other people who can publish it. Null for all other posts, for posts in the name of a club, and if the
 * author is the reader.
 */
export const authorNow = ({ viewer }: { viewer: number }) => {
  const author = sql`p.author_id`;
  const publishes = isPersonPermitted(author, 'club', sql`p.club_id`, 'posts.publish');
  const manages = isPersonPermitted(author, 'school', sql`0`, 'posts.manage');
  return sql`case when p.is_scheduled and not p.is_as_club and p.author_id is distinct from ${viewer}::bigint then jsonb_build_object(
    'can_sign_in', ${canSignIn(author)}, 'is_in_hub', ${isInHub(author)}, 'club', ${publisherClub(author)},
    'publishes', p.club_id is not null and (${publishes} or ${manages})) end as author_now`;
};

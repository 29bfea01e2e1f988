import { sql, type RawBuilder } from 'kysely';
import { isPersonPermitted } from '../../../kernel/access.ts';

/* What the publication of the scheduled post `p` depends on beside what it says: who answers for it, and what they may do now. */

/** The club of a scheduled post, with what whoever answers for it is there. */
export interface SpeakerClub {
  id: number;
  is_active: boolean;
  is_member: boolean;
  posts_for: 'everyone' | 'members';
  posts_by: 'members' | 'officers';
}

/** Whether they can sign in. */
export const isThere = (speaker: RawBuilder<unknown>) =>
  sql`exists (select from users w where w.id = ${speaker} and not w.is_disabled)`;

/** Whether they belong to the hub that it is for, if it is for one. */
export const isInHub = (speaker: RawBuilder<unknown>) =>
  sql`(p.hub_id is null or exists (select from hubs_of(${speaker}) h where h.id = p.hub_id))`;

export const speakerClub = (
  speaker: RawBuilder<unknown>,
) => sql`case when p.club_id is not null then (select jsonb_build_object('id', c.id, 'is_active', c.deleted_at is null and c.status = 'active',
    'posts_for', c.posts_for, 'posts_by', c.posts_by, 'is_member', exists (select from club_members m
      where m.school_id = c.school_id and m.club_id = c.id and m.user_id = ${speaker} and m.status = 'member'))
  from clubs c where c.school_id = p.school_id and c.id = p.club_id) end`;

/** The author of a scheduled post, who answers for it, as somebody else reads it who may let it out. */
export interface AuthorRow {
  is_there: boolean;
  is_in_hub: boolean;
  /** They publish in the club. */
  publishes: boolean;
  club: SpeakerClub | null;
}

/** Its author as an AuthorRow, where that is not the reader and it waits; null of all other posts. */
export const authorNow = ({ viewer }: { viewer: number }) => {
  const author = sql`p.author_id`;
  const publishes = isPersonPermitted(author, 'club', sql`p.club_id`, 'posts.publish');
  const manages = isPersonPermitted(author, 'school', sql`0`, 'posts.manage');
  return sql`case when p.waits and not p.is_as_club and p.author_id is distinct from ${viewer}::bigint then jsonb_build_object(
    'is_there', ${isThere(author)}, 'is_in_hub', ${isInHub(author)}, 'club', ${speakerClub(author)},
    'publishes', p.club_id is not null and (${publishes} or ${manages})) end as author_now`;
};

import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { PersonalData } from '../../../kernel/feature.ts';

/**
 * Removes the posts, comments, likes and votes of a person whose account is deleted. Keeps posts in a club's name and
 * the replies of others.
 */
export const deletePostsOf = async (db: Db, person: number, now: Date): Promise<void> => {
  await sql`delete from posts where author_id = ${person} and not is_as_club`.execute(db);
  await sql`update posts set author_id = null where author_id = ${person}`.execute(db);
  await sql`update posts set scheduled_by = null where scheduled_by = ${person}`.execute(db);
  await sql`delete from post_edits where comment_id in (select id from comments where author_id = ${person})`.execute(
    db,
  );
  await sql`update comments set deleted_at = coalesce(deleted_at, ${now}), text = '', mentions = '{}', author_id = null where author_id = ${person}`.execute(
    db,
  );
  for (const table of [
    'post_likes',
    'comment_likes',
    'poll_votes',
    'post_visits',
    'topic_reads',
    'post_drafts',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${person}`.execute(db);
};

/** The part of a person's data export that comes from this feature. */
export const personalData: PersonalData = (me) => ({
  posts: sql`(select jsonb_agg(jsonb_build_object('title', nullif(p.title, ''), 'text', p.text, 'club', (select c.name from clubs c where c.id = p.club_id),
    'publishedAt', p.published_at, 'editedAt', p.edited_at, 'deletedAt', p.deleted_at,
    'before', (select jsonb_agg(concat_ws(E'\\n', nullif(e.title, ''), nullif(e.text, ''), nullif(array_to_string(e.files, ', '), '')) order by e.replaced_at) from post_edits e where e.post_id = p.id and e.comment_id is null),
    'cover', (select f.name from uploads f where f.school_id = p.school_id and f.id = p.cover_id),
    'files', (select jsonb_agg(f.name order by n.position) from post_files n join uploads f on f.school_id = n.school_id and f.id = n.upload_id where n.post_id = p.id),
    'poll', (select jsonb_agg(o.text order by o.position) from polls q join poll_options o on o.school_id = q.school_id and o.post_id = q.post_id where q.post_id = p.id)) order by p.published_at)
    from posts p where p.author_id = ${me})`,
  comments: sql`(select jsonb_agg(jsonb_build_object('text', c.text, 'createdAt', c.created_at, 'deletedAt', c.deleted_at,
    'before', (select jsonb_agg(e.text order by e.replaced_at, e.id) from post_edits e where e.comment_id = c.id)) order by c.created_at)
    from comments c where c.author_id = ${me})`,
  likes: sql`(select jsonb_agg(jsonb_build_object('at', l.liked_at, 'on', l.on_what) order by l.liked_at) from (
    select liked_at, 'post' as on_what from post_likes where user_id = ${me} union all select liked_at, 'comment' from comment_likes where user_id = ${me}) as l)`,
  votes: sql`(select jsonb_agg(jsonb_build_object('option', o.text, 'at', v.voted_at) order by v.voted_at)
    from poll_votes v join poll_options o on o.school_id = v.school_id and o.post_id = v.post_id and o.id = v.option_id where v.user_id = ${me})`,
  drafts: sql`(select jsonb_agg(jsonb_build_object('title', d.title, 'text', d.text, 'more', d.settings, 'savedAt', d.saved_at,
    'files', (select jsonb_agg(f.name order by n.position) from post_draft_files n join uploads f on f.school_id = n.school_id and f.id = n.upload_id
      where n.user_id = d.user_id and n.feed_id = d.feed_id and n.kind = d.kind))) from post_drafts d where d.user_id = ${me})`,
  visits: sql`(select jsonb_agg(jsonb_build_object('part', v.part, 'at', v.visited_at)) from (
    select part, visited_at from post_visits where user_id = ${me} union all select 'topic', read_at from topic_reads where user_id = ${me}) as v)`,
});

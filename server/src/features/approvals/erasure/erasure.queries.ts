import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { PersonalData } from '../../../kernel/feature.ts';

/**
 * Removes an erased person. Submissions about themselves are withdrawn and anonymized; those about a club stay. Decisions and comments as a
 * reviewer stay without an author. Comments on their own submissions are deleted with them.
 */
export const deletePersonOf = async (db: Db, person: number, now: Date): Promise<void> => {
  await sql`with own as (
      update approval_submissions set title = '', link = null, fields = '[]', version = version + 1,
        state = case when ended_at is null then 'withdrawn' else state end, step = null, waiting_since = null, remind_at = null,
        ended_at = coalesce(ended_at, ${now}::timestamptz)
      where submitter_id = ${person} and club_id is null returning id
    ), ended as (
      update approval_assignees a set waiting_since = null, ended_at = coalesce(a.ended_at, ${now}::timestamptz)
      from own where a.submission_id = own.id returning a.submission_id
    )
    update approval_events e set text = '' from own where e.submission_id = own.id and e.author_id = ${person}`.execute(
    db,
  );
  await sql`update approval_submissions set submitter_id = null where submitter_id = ${person}`.execute(
    db,
  );
  await sql`update approval_events set author_id = null where author_id = ${person}`.execute(db);
  await sql`update approval_stages set approved_by = null where approved_by = ${person}`.execute(
    db,
  );
  await sql`update approval_assignees set user_id = null where user_id = ${person}`.execute(db);
  await sql`delete from approval_step_people where user_id = ${person}`.execute(db);
};

/** The person's submissions and comments, for their data export. */
export const personalData: PersonalData = (me) => ({
  submissions: sql`(select jsonb_agg(jsonb_build_object('kind', s.kind, 'title', s.title, 'fields', s.fields, 'state', s.state,
        'submittedAt', s.submitted_at, 'endedAt', s.ended_at) order by s.created_at)
        from approval_submissions s where s.submitter_id = ${me})`,
  submissionEntries: sql`(select jsonb_agg(jsonb_build_object('about', s.title, 'what', e.kind, 'text', e.text, 'at', e.created_at) order by e.created_at)
        from approval_events e join approval_submissions s on s.school_id = e.school_id and s.id = e.submission_id where e.author_id = ${me})`,
  reviewsOf: sql`(select jsonb_agg(jsonb_build_object('kind', p.kind, 'step', t.name) order by p.kind, p.position)
        from approval_step_people p join approval_steps t on t.school_id = p.school_id and t.kind = p.kind and t.position = p.position
        where p.user_id = ${me})`,
  reviewerIn: sql`(select jsonb_agg(jsonb_build_object('kind', s.kind, 'title', s.title) order by s.created_at)
        from approval_assignees a join approval_submissions s on s.school_id = a.school_id and s.id = a.submission_id where a.user_id = ${me})`,
  stepsApproved: sql`(select jsonb_agg(jsonb_build_object('about', s.title, 'step', t.name, 'at', t.approved_at) order by t.approved_at)
        from approval_stages t join approval_submissions s on s.school_id = t.school_id and s.id = t.submission_id where t.approved_by = ${me})`,
});

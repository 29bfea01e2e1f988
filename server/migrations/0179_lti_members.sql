-- Members that only learning platforms name, told from those that files of the school name: platforms take out nobody else.

-- True: no file of the school has named them. The first that does takes them over.
alter table section_members add column is_from_platform boolean not null default false;

alter table lti_members
  -- Their user id at the platform, so that somebody who is still listed is not taken for gone when nobody knows any more who that is.
  -- Null: brought before this column, and not listed since.
  add column subject text check (length(subject) between 1 and 255),
  -- False: the last roster did not have them.
  add column is_listed boolean not null default true;

-- When reading a roster was queued, so that the next round passes over whatever still waits.
alter table lti_contexts add column queued_at timestamptz;

-- Rows of every school.
alter table lti_members no force row level security;
alter table lti_contexts no force row level security;
alter table lti_links no force row level security;
alter table section_members no force row level security;
alter table roster_enrollments no force row level security;
alter table roster_users no force row level security;
alter table course_sections no force row level security;
alter table outbox no force row level security;
update lti_members m set subject = l.subject
from lti_contexts c join lti_links l on l.school_id = c.school_id and l.platform_id = c.platform_id
where c.school_id = m.school_id and c.id = m.context_id and l.user_id = m.user_id;

-- Files of courses leave no trace of who stood in them; rosters do.
update section_members t set is_from_platform = true
from lti_members m join lti_contexts c on c.school_id = m.school_id and c.id = m.context_id
where t.school_id = m.school_id and t.section_id = c.section_id and t.user_id = m.user_id
  and not exists (select from roster_enrollments e
    join roster_users r on r.school_id = e.school_id and r.sourced_id = e.user_sourced_id
    join course_sections s on s.school_id = e.school_id and s.code = e.class_sourced_id
    where e.school_id = t.school_id and s.id = t.section_id and r.user_id = t.user_id);
update lti_members m set is_listed = false
from lti_contexts c join section_members t on t.school_id = c.school_id and t.section_id = c.section_id
where c.school_id = m.school_id and c.id = m.context_id and t.user_id = m.user_id and not t.is_active;
alter table lti_members force row level security;
alter table lti_contexts force row level security;
alter table lti_links force row level security;
alter table section_members force row level security;
alter table roster_enrollments force row level security;
alter table roster_users force row level security;
alter table course_sections force row level security;
alter table outbox force row level security;

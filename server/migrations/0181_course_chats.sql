-- Course chats: a group conversation of the people of a section, made when somebody opens it first (decision 027).

alter table chat_policies add column course_chats boolean not null default false;

alter table conversations
  -- The people of a course: who is in it follows the course, nobody is brought in or taken out by hand.
  add column is_course boolean not null default false,
  -- From then on it can only be read.
  add column closes_at timestamptz;

create table course_chats (
  school_id int not null references schools,
  -- No foreign key: the conversation outlives a section whose import is undone.
  section_id bigint not null,
  conversation_id bigint not null,
  primary key (school_id, section_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);
create unique index course_chats_conversation on course_chats (school_id, conversation_id);

-- Whoever writes them, an import, its undo or the erasure of a person: sections whose people, name or end have changed are told of
-- once a statement, so that the chats can follow. A list of sections is cut, so that no event is large.
create function tell_sections_changed() returns trigger language plpgsql as $$
begin
  execute format('insert into outbox (school_id, kind, payload)
    select school_id, ''sections_changed'', jsonb_build_object(''sections'', jsonb_agg(id order by id))
    from (select school_id, id, (row_number() over (partition by school_id order by id) - 1) / 1000 as part
      from (select distinct school_id, %1$s as id from %2$s) as distinct_ids) as parts
    group by school_id, part', tg_argv[0], case when tg_op = 'DELETE' then 'old_rows' else 'new_rows' end);
  return null;
end $$;
create function tell_sections_of_changed() returns trigger language plpgsql as $$
begin
  execute format('insert into outbox (school_id, kind, payload)
    select school_id, ''sections_changed'', jsonb_build_object(''sections'', jsonb_agg(id order by id))
    from (select s.school_id, s.id, (row_number() over (partition by s.school_id order by s.id) - 1) / 1000 as part
      from course_sections s where (s.school_id, s.%1$I) in (select school_id, id from new_rows)) as parts
    group by school_id, part', tg_argv[0]);
  return null;
end $$;

create trigger section_members_told_insert after insert on section_members referencing new table as new_rows
  for each statement execute function tell_sections_changed('section_id');
create trigger section_members_told_update after update on section_members referencing new table as new_rows
  for each statement execute function tell_sections_changed('section_id');
create trigger section_members_told_delete after delete on section_members referencing old table as old_rows
  for each statement execute function tell_sections_changed('section_id');
create trigger course_sections_told_update after update on course_sections referencing new table as new_rows
  for each statement execute function tell_sections_changed('id');
create trigger course_sections_told_delete after delete on course_sections referencing old table as old_rows
  for each statement execute function tell_sections_changed('id');
create trigger courses_told_update after update on courses referencing new table as new_rows
  for each statement execute function tell_sections_of_changed('course_id');
create trigger terms_told_update after update on terms referencing new table as new_rows
  for each statement execute function tell_sections_of_changed('term_id');

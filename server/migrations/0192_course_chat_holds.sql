-- People whose data is held are in a course chat only when they have opened it themselves (decision 066). Whom others' messages
-- have shown a chat has not opened it, so nobody who was in one before this migration counts as having done so.
alter table participants add column has_opened boolean not null default false;

-- A hold, its end, and switching an account off and on change who is in the chats of one's sections.
create function tell_sections_of_person() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload)
  select new.school_id, 'sections_changed', jsonb_build_object('sections', jsonb_agg(section_id order by section_id))
  from (select m.section_id, (row_number() over (order by m.section_id) - 1) / 1000 as part
    from section_members m join course_chats h on h.school_id = m.school_id and h.section_id = m.section_id
    where m.school_id = new.school_id and m.user_id = new.id) as chats
  group by part;
  return null;
end $$;
create trigger users_told_sections after update of has_hold, is_disabled on users for each row
when ((old.has_hold, old.is_disabled) is distinct from (new.has_hold, new.is_disabled)) execute function tell_sections_of_person();

-- Rows of every school.
alter table course_chats no force row level security;
alter table participants no force row level security;
alter table users no force row level security;
alter table outbox no force row level security;
-- Who is in a chat though they are held or switched off leaves it with the first job after this migration.
insert into outbox (school_id, kind, payload)
select school_id, 'sections_changed', jsonb_build_object('sections', jsonb_agg(section_id order by section_id))
from (select school_id, section_id, (row_number() over (partition by school_id order by section_id) - 1) / 1000 as part from course_chats h
  where exists (select from participants p join users u on u.school_id = p.school_id and u.id = p.user_id
    where p.school_id = h.school_id and p.conversation_id = h.conversation_id and p.left_seq is null and (u.has_hold or u.is_disabled))) as chats
group by school_id, part;
alter table course_chats force row level security;
alter table participants force row level security;
alter table users force row level security;
alter table outbox force row level security;

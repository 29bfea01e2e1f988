-- Emits `sections_changed` for a person's sections that have a course chat when their directory hold or account status changes,
-- because both decide whether they are in these chats.
-- Callers: trigger on users
create or replace function emit_sections_of_person() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload)
  select new.school_id, 'sections_changed', jsonb_build_object('sections', jsonb_agg(section_id order by section_id))
  from (select m.section_id, (row_number() over (order by m.section_id) - 1) / 1000 as part
    from section_members m join course_chats h on h.school_id = m.school_id and h.section_id = m.section_id
    where m.school_id = new.school_id and m.user_id = new.id) as chats
  group by part;
  return null;
end $$;

create or replace trigger users_told_sections after update on users for each row
when ((old.has_hold, old.is_disabled) is distinct from (new.has_hold, new.is_disabled)) execute function emit_sections_of_person();

-- Emits `sections_changed` for course sections whose members, name or end changed, so that course chats can follow. A trigger does
-- this because imports, their undo and account deletion all write these rows. Each statement emits one event per 1,000 sections, so
-- that no event becomes large. The trigger's argument is the column with the section id.
-- Callers: triggers on section_members, course_sections
create or replace function emit_sections_changed() returns trigger language plpgsql as $$
begin
  execute format('insert into outbox (school_id, kind, payload)
    select school_id, ''sections_changed'', jsonb_build_object(''sections'', jsonb_agg(id order by id))
    from (select school_id, id, (row_number() over (partition by school_id order by id) - 1) / 1000 as part
      from (select distinct school_id, %1$s as id from %2$s) as distinct_ids) as parts
    group by school_id, part', tg_argv[0], case when tg_op = 'DELETE' then 'old_rows' else 'new_rows' end);
  return null;
end $$;

create or replace trigger section_members_told_insert after insert on section_members referencing new table as new_rows
  for each statement execute function emit_sections_changed('section_id');

create or replace trigger section_members_told_update after update on section_members referencing new table as new_rows
  for each statement execute function emit_sections_changed('section_id');

create or replace trigger section_members_told_delete after delete on section_members referencing old table as old_rows
  for each statement execute function emit_sections_changed('section_id');

create or replace trigger course_sections_told_update after update on course_sections referencing new table as new_rows
  for each statement execute function emit_sections_changed('id');

create or replace trigger course_sections_told_delete after delete on course_sections referencing old table as old_rows
  for each statement execute function emit_sections_changed('id');

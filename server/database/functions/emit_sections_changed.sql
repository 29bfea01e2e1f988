-- Whoever writes them, an import, its undo or the erasure of a person: sections whose people, name or end have changed are told of
-- once a statement, so that the chats can follow. A list of sections is cut, so that no event is large.
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

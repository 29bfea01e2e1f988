-- Emits `sections_changed` for all sections of changed courses or terms, because a section's chat shows the course title and ends
-- with the term. Each statement emits one event per 1,000 sections. The trigger's argument is the column of course_sections that
-- refers to the changed table.
-- Callers: triggers on courses, terms
create or replace function emit_sections_of_changed() returns trigger language plpgsql as $$
begin
  execute format('insert into outbox (school_id, kind, payload)
    select school_id, ''sections_changed'', jsonb_build_object(''sections'', jsonb_agg(id order by id))
    from (select s.school_id, s.id, (row_number() over (partition by s.school_id order by s.id) - 1) / 1000 as part
      from course_sections s where (s.school_id, s.%1$I) in (select school_id, id from new_rows)) as parts
    group by school_id, part', tg_argv[0]);
  return null;
end $$;

create or replace trigger courses_told_update after update on courses referencing new table as new_rows
  for each statement execute function emit_sections_of_changed('course_id');

create or replace trigger terms_told_update after update on terms referencing new table as new_rows
  for each statement execute function emit_sections_of_changed('term_id');

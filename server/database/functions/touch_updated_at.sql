-- Sets the time of the last change, regardless of what changed the row, because calendar programs ask whether a calendar has
-- changed.
-- Callers: triggers on terms, courses, course_sections, section_meetings, course_assignments
create or replace function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create or replace trigger terms_changed before update on terms for each row execute function touch_updated_at();

create or replace trigger courses_changed before update on courses for each row execute function touch_updated_at();

create or replace trigger course_sections_changed before update on course_sections for each row execute function touch_updated_at();

create or replace trigger section_meetings_changed before update on section_meetings for each row execute function touch_updated_at();

create or replace trigger course_assignments_changed before update on course_assignments for each row execute function touch_updated_at();

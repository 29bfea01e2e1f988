-- Refuses responses, drafts and files that belong to a person if their form is anonymous. Answers to an anonymous form are in
-- form_pools, without a person.
-- Callers: triggers on form_responses, form_drafts, form_files
create or replace function check_form_is_named() returns trigger language plpgsql as $$
begin
  if (select is_anonymous from forms f where f.school_id = new.school_id and f.id = new.form_id) then
    raise exception 'an anonymous form holds nothing of a person' using errcode = 'check_violation', constraint = 'form_is_named';
  end if;
  return new;
end $$;

create or replace trigger form_responses_named before insert or update on form_responses for each row execute function check_form_is_named();

create or replace trigger form_drafts_named before insert or update on form_drafts for each row execute function check_form_is_named();

create or replace trigger form_files_named before insert or update on form_files for each row execute function check_form_is_named();

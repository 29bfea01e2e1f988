-- Refuses to make a form anonymous, or no longer anonymous, after it was published or has a response: people answered under the old
-- setting.
-- Callers: trigger on forms
create or replace function check_form_stays_anonymous() returns trigger language plpgsql as $$
begin
  raise exception 'a published form stays anonymous or not' using errcode = 'check_violation', constraint = 'form_stays_anonymous';
end $$;

create or replace trigger form_stays_anonymous before update of is_anonymous on forms
  for each row when (old.is_anonymous <> new.is_anonymous and (old.state <> 'draft' or old.answers > 0)) execute function check_form_stays_anonymous();

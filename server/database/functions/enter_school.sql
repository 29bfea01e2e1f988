-- Sets the school of a transaction that can write and whose caller wasn't confirmed by enter_request: of jobs, imports and calls that open
-- their own transactions. Raises CM002 if the school is frozen, and CM003 if another cell serves it.
-- Callers: kernel/database/database.ts
create or replace function enter_school(entered int) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stopped text;
begin
  perform set_config('commons.school_id', entered::text, true);
  select s.state into stopped from school_states s where s.school = entered;
  if stopped = 'frozen' then
    raise exception 'the school is frozen' using errcode = 'CM002';
  elsif stopped is not null then
    raise exception 'the school is in another cell' using errcode = 'CM003';
  end if;
end $$;
revoke all on function enter_school from public;
grant execute on function enter_school to commons_app;

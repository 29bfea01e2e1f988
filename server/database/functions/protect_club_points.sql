-- Refuses changes to points transactions, which are only added and reversed. Two changes are allowed:
-- - `actor_id` becomes null when the person who wrote the transaction is deleted;
-- - `source_id` of attendance changes when a date of an event is rescheduled and gets another id.
-- Callers: trigger on club_point_transactions
create or replace function protect_club_points() returns trigger language plpgsql as $$
begin
  if new.actor_id is null and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  if new.source = 'attended' and to_jsonb(new) - 'source_id' = to_jsonb(old) - 'source_id' then
    return new;
  end if;
  raise exception 'lines of points are only added and reversed' using errcode = '42501';
end $$;

create or replace trigger club_point_transactions_kept before update on club_point_transactions for each row execute function protect_club_points();

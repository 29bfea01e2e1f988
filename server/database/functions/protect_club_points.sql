-- A date of an event that has another name now is still the same date: the lines that count it go by the new one. Points, people and
-- reasons stay as they were written.
create or replace function protect_club_points() returns trigger language plpgsql as $$
begin
  if new.by_id is null and to_jsonb(new) - 'by_id' = to_jsonb(old) - 'by_id' then
    return new;
  end if;
  if new.source = 'attended' and to_jsonb(new) - 'source_id' = to_jsonb(old) - 'source_id' then
    return new;
  end if;
  raise exception 'lines of points are only added and reversed' using errcode = '42501';
end $$;

create or replace trigger club_point_transactions_kept before update on club_point_transactions for each row execute function protect_club_points();

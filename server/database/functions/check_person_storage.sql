-- Refuses what would pass the person's limit. The lock makes two uploads of one person wait for each other: each then counts the other.
create or replace function check_person_storage(school int, person bigint, more bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person storage:' || school || ':' || person, 1));
  if person_storage(school, person) + more > person_storage_limit(school, person) then
    raise exception 'the person has no storage left' using errcode = 'check_violation', constraint = 'storage_full';
  end if;
end $$;

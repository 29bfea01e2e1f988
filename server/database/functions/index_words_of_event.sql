-- Replaces an event's search words (event_words) with those of its title, location and tags.
-- Callers: trigger on events
create or replace function index_words_of_event() returns trigger language plpgsql as $$
begin
  delete from event_words w where w.school_id = new.school_id and w.event_id = new.id;
  insert into event_words (school_id, event_id, word) select distinct new.school_id, new.id, n
    from unnest(search_words(new.title || ' ' || new.location || ' ' || array_to_string(new.tags, ' '))) as n;
  return null;
end $$;

create or replace trigger events_words after insert or update of title, location, tags on events
  for each row execute function index_words_of_event();

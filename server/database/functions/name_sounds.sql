-- Returns the sounds (sound_of) of the Arabic and Hebrew words in a name, so that Latin spellings find them. Arabic words with the
-- article are included with and without it. Returns an empty array for names in other scripts.
-- Callers: words_of
create or replace function name_sounds(first_name text, last_name text) returns text[] language plpgsql immutable parallel safe as $$
begin
  if (first_name || last_name) !~ '[\u05d0-\u05f2\u0620-\u06d3]' then return '{}'; end if;
  return array(
    select distinct s from unnest(search_words(first_name) || search_words(last_name)) as w,
      lateral (values (w), (case when w ~ '^ال..' then substr(w, 3) end)) as heard (part),
      lateral sound_of(romanized(part)) as s
    where w ~ '[\u05d0-\u05f2\u0620-\u06d3]' and s is not null);
end $$;

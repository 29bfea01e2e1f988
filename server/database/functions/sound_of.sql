-- Returns the sound of a word in Latin letters, without the vowels that Arabic and Hebrew don't write: its consonants, with similar
-- ones merged. 'almasri' and المصري both give 'lmsr'. Returns null if fewer than two consonants remain, or if the word has other
-- characters.
-- Callers: features/directory/search/search.queries.ts, name_sounds
create or replace function sound_of(latin text) returns text language plpgsql immutable strict parallel safe as $$
declare sound text := latin;
begin
  if latin !~ '^[a-z]{2,60}$' then return null; end if;
  sound := replace(replace(replace(replace(replace(replace(replace(replace(sound,
    'sh', 's'), 'ch', 's'), 'kh', 'h'), 'gh', 'g'), 'dh', 'd'), 'th', 't'), 'ph', 'f'), 'ts', 's');
  sound := regexp_replace(translate(sound, 'cqp', 'kkb'), '(.)\1+', '\1', 'g');
  sound := regexp_replace(regexp_replace(sound, '[aeiouywv]+', '', 'g'), 'h$', '');
  return case when length(sound) >= 2 then sound end;
end $$;

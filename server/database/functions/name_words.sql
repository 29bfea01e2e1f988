-- Returns the words by which the directory finds a name:
-- - the words of the first and last name, and of the romanized name (null: none);
-- - a first or last name of several words, also written together;
-- - for Chinese, Japanese and Korean names, both orders of the full name without a space;
-- - for names in other scripts, the words in Latin letters (romanized_words).
-- Callers: features/chat/chat.queries.ts, features/clubs/membership/membership.queries.ts,
-- features/courses/work/course-people.queries.ts, words_of
create or replace function name_words(first_name text, last_name text, romanized_name text) returns text[]
language plpgsql immutable parallel safe as $$
declare words text[] := search_words(first_name) || search_words(last_name);
begin
  if romanized_name is not null then words := words || search_words(romanized_name); end if;
  if first_name ~ '\s' then words := words || search_words(regexp_replace(first_name, '\s+', '', 'g')); end if;
  if last_name ~ '\s' then words := words || search_words(regexp_replace(last_name, '\s+', '', 'g')); end if;
  if (first_name || last_name) ~ '[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' then
    words := words || search_words(last_name || first_name) || search_words(first_name || last_name);
  end if;
  if octet_length(first_name) > length(first_name) or octet_length(last_name) > length(last_name) then
    words := words || romanized_words(words);
  end if;
  return array(select distinct w from unnest(words) as w);
end $$;

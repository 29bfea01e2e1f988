-- Adds the spellings (word_spellings) of words that are new to the school, for the typo search. Only words of names with 4 to 30
-- letters get spellings; words that begin with ~ belong to other fields.
-- Callers: trigger on user_words
create or replace function spell_words() returns trigger language plpgsql as $$
begin
  insert into word_deletions (school_id, deletion, word)
  select fresh.school_id, spelling, fresh.word
  from (
    select distinct school_id, word from new_rows
    where word !~ '^~' and length(word) between 4 and 30
  ) as fresh, lateral unnest(word_spellings(fresh.word)) as spelling
  where not exists (
    select from word_deletions d where d.school_id = fresh.school_id and d.deletion = fresh.word and d.word = fresh.word)
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $$;

create or replace trigger user_words_spell after insert on user_words
  referencing new table as new_rows for each statement execute function spell_words();

-- Makes the spellings of the school's words consistent: deletes those of words that no person has, and adds those of words
-- that have none. The second case occurs if someone gets a word while it is being deleted. A word with spellings is always among
-- its spellings.
-- Callers: features/people/erasure/erasure.queries.ts
create or replace function prune_spellings() returns void language sql as $$
  select delete_spellings(array(
    select d.word from word_deletions d where d.school_id = current_school() and d.deletion = d.word
      and not exists (select from user_words w where w.school_id = d.school_id and w.word = d.word)));
  insert into word_deletions (school_id, deletion, word)
  select current_school(), spelling, bare.word from (
    select distinct w.word from user_words w where w.school_id = current_school() and w.word !~ '^~' and length(w.word) between 4 and 30
      and not exists (select from word_deletions d where d.school_id = w.school_id and d.deletion = w.word and d.word = w.word)
  ) as bare, lateral unnest(word_spellings(bare.word)) as spelling
  on conflict do nothing
$$;

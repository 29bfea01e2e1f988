-- Returns a word and all spellings of it with one letter left out. Two words that are one typo apart share at least one of these.
-- Callers: features/directory/search/search.queries.ts, bench/people/twin-statements.ts, delete_spellings, prune_spellings,
-- spell_words
create or replace function word_spellings(word text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) as i) || word
$$;

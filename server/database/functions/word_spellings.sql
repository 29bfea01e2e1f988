create or replace function word_spellings(word text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) as i) || word
$$;

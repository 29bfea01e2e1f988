-- Deletes the spellings of those of the given words that no person has anymore. Otherwise the typo search would still reveal the
-- words of a deleted account.
-- Callers: features/people/erasure/erasure.queries.ts, prune_spellings
create or replace function delete_spellings(words text[]) returns void language sql as $$
  delete from word_deletions d using unnest(words) as gone, lateral unnest(word_spellings(gone)) as spelling
  where d.school_id = current_school() and d.deletion = spelling and d.word = gone
    and not exists (select from user_words w where w.school_id = d.school_id and w.word = d.word)
$$;

-- Folds the entries of some facets as fold_facet_counts() folds all of them: an erased person's city must not stay as two counts
-- that cancel out. Entries another transaction holds wait for the hourly upkeep.
create function fold_facets(names text[]) returns void language sql as $$
  with held as (
    select school_id, facet, audience, entry from facet_counts where school_id = current_school() and facet = any(names) for update skip locked
  ), gone as (
    delete from facet_counts c using held h
    where c.school_id = h.school_id and c.facet = h.facet and c.audience = h.audience and c.entry = h.entry
    returning c.school_id, c.facet, c.audience, c.people
  )
  insert into facet_counts (school_id, facet, audience, people)
  select school_id, facet, audience, sum(people) from gone group by 1, 2, 3 having sum(people) <> 0
$$;

-- Forgets how words are spelled that nobody's name or fields have any more.
create function forget_spellings(words text[]) returns void language sql as $$
  delete from word_deletions d using unnest(words) as gone, lateral unnest(word_spellings(gone)) as spelling
  where d.school_id = current_school() and d.deletion = spelling and d.word = gone
    and not exists (select from user_words w where w.school_id = d.school_id and w.word = d.word)
$$;

-- The same for every word of the school, and the other way round: a word that somebody took on while it was being forgotten has its
-- spellings again. Each word stands among its own spellings.
create function keep_spellings() returns void language sql as $$
  select forget_spellings(array(
    select d.word from word_deletions d where d.school_id = current_school() and d.deletion = d.word
      and not exists (select from user_words w where w.school_id = d.school_id and w.word = d.word)));
  insert into word_deletions (school_id, deletion, word)
  select current_school(), spelling, bare.word from (
    select distinct w.word from user_words w where w.school_id = current_school() and w.word !~ '^~' and length(w.word) between 4 and 30
      and not exists (select from word_deletions d where d.school_id = w.school_id and d.deletion = w.word and d.word = w.word)
  ) as bare, lateral unnest(word_spellings(bare.word)) as spelling
  on conflict do nothing
$$;

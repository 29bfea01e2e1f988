-- As before (0063_words_in_blocks.sql) but for such words.
create or replace function is_message_match(said text, typed text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  folded text := ' ' || fold(said);
  joined text;
  one text;
  are_plain boolean := true;
begin
  -- Most have each behind a space, or do not even have its letters: both are known sooner than their words.
  foreach one in array typed loop
    continue when strpos(folded, ' ' || one) > 0 or (strpos(folded, one) > 0 and is_unspaced(one));
    are_plain := false;
    if strpos(folded, one) = 0 then
      joined := coalesce(joined, regexp_replace(folded, '[[:punct:]$+<=>^`|~´’ʼ‘]+', '', 'g'));
      if strpos(joined, one) = 0 then return false; end if;
    end if;
  end loop;
  return are_plain or not exists (
    select from unnest(typed) as t where not exists (select from unnest(words_of_message(said)) as w where starts_with(w, t) or (strpos(w, t) > 0 and is_unspaced(t))));
end $$;

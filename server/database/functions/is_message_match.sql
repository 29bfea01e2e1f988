-- Returns whether a message contains every typed word. A word matches at the beginning of a word of the message; a word in a script
-- without spaces (is_unspaced) matches anywhere. `typed` has normalized words, as search_words returns them. The first loop uses
-- only substring search, which decides most messages faster than splitting them into words.
-- Callers: search_messages
create or replace function is_message_match(said text, typed text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  folded text := ' ' || fold(said);
  joined text;
  one text;
  are_plain boolean := true;
begin
  -- Most messages have each typed word after a space, or don't contain its letters at all.
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

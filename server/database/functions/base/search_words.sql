-- Returns the distinct normalized words of a text, at most 60 letters each, sorted. A word with punctuation gives the word without
-- it and also its parts: "o'neil" gives oneil, o and neil. Returns an empty array for null.
-- Callers: name_words, name_sounds, words_of, words_of_message, index_words_of_event; generated columns clubs.words, events.words;
-- many statements that search by words
create or replace function search_words(input text) returns text[] language plpgsql immutable parallel safe as $$
declare
  folded text := fold(input);
begin
  if folded is null then return '{}'; end if;
  if folded ~ '^[a-z0-9]{1,60}$' then return array[folded]; end if;
  if folded ~ '^[a-z0-9 ]*$' then
    return array(select distinct left(w, 60) from unnest(string_to_array(folded, ' ')) as w where w <> '' order by 1);
  end if;
  folded := regexp_replace(folded, '\s+', ' ', 'g');
  return array(
    select distinct left(w, 60) from unnest(
      string_to_array(regexp_replace(folded, '[[:punct:]$+<=>^`|~´’ʼ‘]+', '', 'g'), ' ')
      || string_to_array(regexp_replace(folded, '[[:punct:]$+<=>^`|~´’ʼ‘]+', ' ', 'g'), ' ')) as w
    where w <> '' order by 1);
end $$;

-- As before (0022_plain_words.sql), over the whole text at once instead of each of its words: signs within a word are left out of
-- it, and what stands between them is a word as well.
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

-- Returns the words by which search finds a message. The ids of mentioned people, as in @[123], are left out.
-- Callers: is_message_match, words_between
create or replace function words_of_message(said text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return search_words(case when strpos(said, '@[') > 0 then regexp_replace(said, '@\[\d{1,16}\]', ' ', 'g') else said end);
end $$;

-- Returns the distinct words of a conversation's messages from `first` to `last` (both inclusive), in one text with a space on both
-- sides of each word; an empty text if there are none.
-- Callers: features/chat/search/words.queries.ts, refresh_words
create or replace function words_between(conversation bigint, first int, last int) returns text language sql stable as $$
  select coalesce(' ' || string_agg(distinct word collate "C", ' ') || ' ', '') from messages m, unnest(words_of_message(m.text)) as word
  where m.conversation_id = conversation and m.seq between first and last and m.text <> ''
$$;

-- The words of a block.
create or replace function words_between(conversation bigint, first int, last int) returns text language sql stable as $$
  select coalesce(' ' || string_agg(distinct word collate "C", ' ') || ' ', '') from messages m, unnest(words_of_message(m.text)) as word
  where m.conversation_id = conversation and m.seq between first and last and m.text <> ''
$$;

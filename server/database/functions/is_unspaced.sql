-- Returns whether a word has letters of a script that is written without spaces between words: Thai, Lao, Burmese, Khmer, Chinese
-- and Japanese. Message search finds such words anywhere between two spaces, and other words only from their beginning.
-- Callers: is_message_match, search_messages
create or replace function is_unspaced(word text) returns boolean language sql immutable parallel safe as $$
  select word ~ '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]'
$$;

-- Search in messages finds what is written without spaces between words: of Thai, Lao, Burmese, Khmer, Chinese and Japanese a part
-- of what stands between two spaces is enough, where other writing is found by how a word begins. What is stored stays as it is.
create or replace function is_unspaced(word text) returns boolean language sql immutable parallel safe as $$
  select word ~ '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]'
$$;

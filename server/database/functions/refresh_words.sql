-- Updates the words of the block (word_blocks) that contains an edited or deleted message, in the same transaction, so that search
-- finds no removed word.
-- Callers: trigger on messages
create or replace function refresh_words() returns trigger language plpgsql as $$
begin
  update word_blocks b set words = words_between(b.conversation_id, b.first_seq, b.last_seq)
  where b.school_id = new.school_id and b.conversation_id = new.conversation_id and b.last_seq = (
    select x.last_seq from word_blocks x
    where x.school_id = new.school_id and x.conversation_id = new.conversation_id and x.last_seq >= new.seq order by x.last_seq limit 1);
  return null;
end $$;

create or replace trigger messages_say_otherwise after update of text on messages for each row
  when (new.text <> old.text)
  execute function refresh_words();

-- What search looks at is stored by the block, later, instead of by the word, with each message (decision 032): that was two thirds
-- of what sending costs the database, and four fifths of what chat takes on its disk.

-- The different words of consecutive messages, each with a space on both sides: a message is looked at where its block has the word.
create table word_blocks (
  school_id int not null,
  conversation_id bigint not null,
  first_seq int not null,
  last_seq int not null,
  words text not null,
  primary key (school_id, conversation_id, last_seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);

-- Up to which message there are blocks; those behind it are looked at one by one.
alter table conversations add column worded_seq int not null default 0;

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

-- The words by which search finds a message: without the numbers of the people it mentions.
create function words_of_message(said text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return search_words(case when strpos(said, '@[') > 0 then regexp_replace(said, '@\[\d{1,16}\]', ' ', 'g') else said end);
end $$;

-- The words of a block.
create function words_between(conversation bigint, first int, last int) returns text language sql stable as $$
  select coalesce(' ' || string_agg(distinct word collate "C", ' ') || ' ', '') from messages m, unnest(words_of_message(m.text)) as word
  where m.conversation_id = conversation and m.seq between first and last and m.text <> ''
$$;

-- Whether a message has a word that begins like each of those typed (search_words).
create function is_saying(said text, typed text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  folded text := ' ' || fold(said);
  joined text;
  one text;
  are_plain boolean := true;
begin
  -- Most have each behind a space, or do not even have its letters: both are known sooner than their words.
  foreach one in array typed loop
    continue when strpos(folded, ' ' || one) > 0;
    are_plain := false;
    if strpos(folded, one) = 0 then
      joined := coalesce(joined, regexp_replace(folded, '[[:punct:]$+<=>^`|~´’ʼ‘]+', '', 'g'));
      if strpos(joined, one) = 0 then return false; end if;
    end if;
  end loop;
  return are_plain or not exists (
    select from unnest(typed) as t where not exists (select from unnest(words_of_message(said)) as w where starts_with(w, t)));
end $$;

-- Messages of the viewer's conversations, or of one of them, that say what was typed (search_words), newest first; only those before
-- the given one. Ends as soon as no conversation that is left can have a newer one than those it has found.
create function find_messages(
  viewer bigint, typed text[], among bigint, before_at timestamptz, before_conversation bigint, before_seq int, most int
) returns table (conversation_id bigint, seq int, sent_at timestamptz) language plpgsql stable as $$
#variable_conflict use_column
declare
  hidden bigint[] := array(select b.other_id from blocked_pairs b where b.user_id = viewer);
  place record;
  part record;
  said record;
  here int;
  -- When those found were sent, the newest first.
  times timestamptz[] := '{}';
  floor timestamptz;
begin
  if cardinality(typed) = 0 then return; end if;
  for place in
    select c.id, c.last_at, c.worded_seq, p.first_seq as low, least(c.last_seq, coalesce(p.left_seq, c.last_seq)) as high
    from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where p.user_id = viewer and p.is_shown and p.door is distinct from 'declined' and (among is null or p.conversation_id = among)
      and (c.kind = 'group' or case when c.pair_low = viewer then c.pair_high else c.pair_low end <> all(hidden))
    order by c.last_at desc, c.id desc
  loop
    floor := times[most];
    exit when place.last_at < floor;
    here := 0;
    -- The newest first, as they stand here: what is in no block yet, then the blocks. Sorting them would read them all.
    for part in
      select greatest(place.worded_seq + 1, place.low) as low, place.high where place.high > place.worded_seq
      union all
      (select greatest(b.first_seq, place.low), least(b.last_seq, place.high) from word_blocks b
        where b.conversation_id = place.id and b.last_seq >= place.low and b.first_seq <= place.high
          and not exists (select from unnest(typed) as t where strpos(b.words, ' ' || t) = 0)
        order by b.last_seq desc)
    loop
      exit when floor > (select m.sent_at from messages m where m.conversation_id = place.id and m.seq = part.high);
      for said in
        select m.seq, m.sent_at from messages m
        where m.conversation_id = place.id and m.seq between part.low and part.high and m.text <> '' and m.author_id <> all(hidden)
          and (floor is null or m.sent_at >= floor) and (before_at is null or (m.sent_at, m.conversation_id, m.seq) < (before_at, before_conversation, before_seq))
          and is_saying(m.text, typed)
        order by m.seq desc limit most - here
      loop
        conversation_id := place.id;
        seq := said.seq;
        sent_at := said.sent_at;
        return next;
        here := here + 1;
        times := times || said.sent_at;
      end loop;
      exit when here >= most;
    end loop;
    times := array(select t from unnest(times) as t order by t desc limit most);
  end loop;
end $$;

-- Whoever changes what a message says, its block says so too, in the same transaction: no word stays behind. The servers of the
-- version before, which may still serve, know nothing of blocks.
create function renew_words() returns trigger language plpgsql as $$
begin
  update word_blocks b set words = words_between(b.conversation_id, b.first_seq, b.last_seq)
  where b.school_id = new.school_id and b.conversation_id = new.conversation_id and b.last_seq = (
    select x.last_seq from word_blocks x
    where x.school_id = new.school_id and x.conversation_id = new.conversation_id and x.last_seq >= new.seq order by x.last_seq limit 1);
  return null;
end $$;
create trigger messages_say_otherwise after update of text on messages for each row
  when (new.text <> old.text)
  execute function renew_words();

-- What there is gets its blocks from the servers, a few conversations at a time (chat.store-left-words): here all calls would wait
-- for it. The rows of before are not read any more; servers of the version before still write some, so the table goes with a later
-- version.
truncate message_words;

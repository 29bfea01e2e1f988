-- Returns the newest messages that contain all typed words, from the viewer's conversations; unsorted, and up to `most` per
-- conversation, so the caller sorts and limits them. `among` limits the search to one conversation (null: all); the three `before_`
-- parameters continue after a result (null: from the newest). `typed` has normalized words, as search_words returns them.
-- A viewer finds only messages that they can read: no conversations that they haven't opened or have declined, nothing before their
-- first or after their last message, and nothing by people who are blocked in either direction.
-- Conversations are read from the one with the newest message. In each, messages that aren't in a block yet come first, then the
-- blocks whose words match, newest first. Reading stops when everything left is older than the `most` newest results.
-- Callers: features/chat/search/search.queries.ts
create or replace function search_messages(
  viewer bigint, typed text[], among bigint, previous_seen_at timestamptz, before_conversation bigint, before_seq int, most int
) returns table (conversation_id bigint, seq int, sent_at timestamptz) language plpgsql stable as $$
#variable_conflict use_column
declare
  -- Words in a block have a space on both sides.
  looked text[] := array(select case when is_unspaced(t) then t else ' ' || t end from unnest(typed) as t);
  hidden bigint[] := array(select b.other_id from blocked_pairs b where b.user_id = viewer);
  place record;
  part record;
  said record;
  here int;
  -- Send times of the results, newest first.
  times timestamptz[] := '{}';
  floor timestamptz;
begin
  if cardinality(typed) = 0 then return; end if;
  for place in
    select c.id, c.last_at, c.indexed_seq, p.first_seq as low, least(c.last_seq, coalesce(p.left_seq, c.last_seq)) as high
    from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where p.user_id = viewer and p.is_shown and p.request_state is distinct from 'declined' and (among is null or p.conversation_id = among)
      and (c.kind = 'group' or case when c.pair_low = viewer then c.pair_high else c.pair_low end <> all(hidden))
    order by c.last_at desc, c.id desc
  loop
    floor := times[most];
    exit when place.last_at < floor;
    here := 0;
    -- Messages that are in no block yet, then the blocks, newest first. Sorting both together would read them all.
    for part in
      select greatest(place.indexed_seq + 1, place.low) as low, place.high where place.high > place.indexed_seq
      union all
      (select greatest(b.first_seq, place.low), least(b.last_seq, place.high) from word_blocks b
        where b.conversation_id = place.id and b.last_seq >= place.low and b.first_seq <= place.high
          and not exists (select from unnest(looked) as t where strpos(b.words, t) = 0)
        order by b.last_seq desc)
    loop
      exit when floor > (select m.sent_at from messages m where m.conversation_id = place.id and m.seq = part.high);
      for said in
        select m.seq, m.sent_at from messages m
        where m.conversation_id = place.id and m.seq between part.low and part.high and m.text <> '' and m.author_id <> all(hidden)
          and (floor is null or m.sent_at >= floor) and (previous_seen_at is null or (m.sent_at, m.conversation_id, m.seq) < (previous_seen_at, before_conversation, before_seq))
          and is_message_match(m.text, typed)
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

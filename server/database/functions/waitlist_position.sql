-- The place of somebody on the waitlist, where 1 is the next; null for others. Not stable: it sees what its transaction has just done.
create or replace function waitlist_position(r event_registrations) returns int language sql as $$
  select case when r.status = 'waiting' then (select count(*)::int from event_registrations w where w.school_id = r.school_id
    and w.event_id = r.event_id and w.original = r.original and w.status = 'waiting' and w.number <= r.number) end
$$;

-- What is so at one date of an event alone, beside its time: that it was canceled, and words and a place of its own. Null: as the event says.
create table event_dates (
  school_id int not null references schools,
  event_id bigint not null,
  -- The start by the rule, by which the date is known.
  original text not null,
  canceled_at timestamptz,
  cancel_reason text not null default '' check (length(cancel_reason) <= 500),
  -- Of a canceled one when it would have been: it no longer stands among the times of the event.
  starts_at timestamptz,
  ends_at timestamptz,
  title text check (length(title) between 1 and 120),
  location text check (length(location) <= 200),
  address text check (length(address) <= 400),
  online_url text,
  note text not null default '' check (length(note) <= 500),
  primary key (school_id, event_id, original),
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  check ((canceled_at is null) = (starts_at is null) and (canceled_at is null) = (ends_at is null))
);
create index event_dates_canceled on event_dates (school_id, starts_at) where canceled_at is not null;

-- A sentence of whoever did it, such as why an event was canceled.
alter table notifications add column about_note text not null default '';

-- Gives free places to those who wait, as before (0159). A place is held no longer than people can take it: until registration closes,
-- or the start, whichever comes first; whoever moves up after that has it at once.
create or replace function promote_event(p_event bigint, p_original text, p_now timestamptz) returns setof event_registrations language plpgsql as $$
declare
  s event_seats;
  e events;
  w event_registrations;
  full_kinds bigint[] := '{}';
  start_at timestamptz;
  last_at timestamptz;
  is_offer boolean;
begin
  select * into s from event_seats where school_id = current_school() and event_id = p_event and original = p_original;
  if s.waiting is null or s.waiting = 0 then return; end if;
  select * into e from events where school_id = current_school() and id = p_event;
  if e.status <> 'published' or e.ends_at <= p_now then return; end if;
  if p_original <> '' and not exists (select from event_starts t where t.school_id = current_school() and t.event_id = p_event
      and t.original = p_original and t.ends_at > p_now) then return; end if;
  -- Of what people register for with all its times: the next that begins.
  select min(t.starts_at) into start_at from event_starts t where t.school_id = current_school() and t.event_id = p_event
    and (p_original = '' and t.starts_at > p_now or t.original = p_original);
  last_at := least(start_at, e.closes_at, start_at - make_interval(mins => e.closes_minutes));
  is_offer := e.waitlist = 'offer' and last_at > p_now;
  for w in select * from event_registrations r where r.school_id = current_school() and r.event_id = p_event and r.original = p_original
      and r.status = 'waiting' order by r.number loop
    continue when w.kind_id = any(full_kinds);
    exit when e.capacity is not null and s.taken + 1 > e.capacity;
    if not has_kind_places(s, w.kind_id, 1 + w.guests) then
      full_kinds := full_kinds || w.kind_id;
      continue;
    end if;
    exit when e.capacity is not null and s.taken + 1 + w.guests > e.capacity;
    s := add_event_places(p_event, p_original, w.kind_id, 1 + w.guests, -1);
    return query update event_registrations r set changed_at = p_now,
        status = case when is_offer then 'offered' else 'registered' end,
        offered_until = case when is_offer then least(p_now + make_interval(hours => e.offer_hours), last_at) end
      where r.school_id = current_school() and r.id = w.id returning r.*;
  end loop;
end $$;

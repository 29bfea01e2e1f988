-- Sets the status of several registrations for one event or occurrence to `p_to`, in the order of their numbers. It changes only
-- registrations whose status is one of `p_from`. Hosts use it to decide, attendees to cancel, and a job to end expired offers. For
-- each registration:
-- 1. its old spots, or its position on the waitlist, become free;
-- 2. the new status takes spots if it is registered, attended, absent or excused: one for the person and one for each guest.
-- Afterward, people on the waitlist get the free spots. Returns the people whose registration changed, the people who got a spot or
-- an offer from the waitlist, and the counters. Hosts can exceed the capacity.
-- Callers: features/events/registration/registration.queries.ts, register_for_event
create or replace function change_event_registrations(p_event bigint, p_original text, p_users bigint[], p_from text[], p_to text, p_reason text, p_now timestamptz,
    out changed bigint[], out promoted bigint[], out counters event_spots) language plpgsql as $$
declare
  r event_registrations;
begin
  changed := '{}';
  promoted := '{}';
  counters := lock_event_spots(p_event, p_original);
  for r in select * from event_registrations x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original
      and x.user_id = any(p_users) and x.status = any(p_from) and x.status <> p_to order by x.number loop
    perform release_event_spot(r);
    if p_to in ('registered', 'attended', 'absent', 'excused') then
      perform add_event_spots(p_event, p_original, r.ticket_type_id, 1 + r.guests, 0);
    end if;
    update event_registrations x set status = p_to, changed_at = p_now, reason = p_reason, offered_until = null
      where x.school_id = current_school() and x.id = r.id;
    changed := changed || r.user_id;
  end loop;
  promoted := array(select x.user_id from promote_waitlist(p_event, p_original, p_now) x);
  select * into counters from event_spots x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original;
end $$;

-- Returns the registrations on the waitlist of an event or occurrence (`p_original`, '' for the whole event) that can get a spot.
-- People whose account is disabled are left out: hosts don't see them in the list, and they can't come.
-- People with an open refund request for their paid order are left out, too: they would have the spot and get the money. They keep their
-- number, and can get a spot when an officer has refunded the order or declined the request.
-- Callers: promote_waitlist, register_for_event, waitlist_position
create or replace function waiting_registrations(p_event bigint, p_original text) returns setof event_registrations language sql stable as $$
  select r.* from event_registrations r
  where r.school_id = current_school() and r.event_id = p_event and r.original = p_original and r.status = 'waiting'
    and not exists (select from users u where u.school_id = r.school_id and u.id = r.user_id and u.is_disabled)
    and not (r.order_state = 'paid' and exists (select from refund_requests q where q.school_id = r.school_id and q.order_id = r.order_id and q.state = 'open'))
$$;

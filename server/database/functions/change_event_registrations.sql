-- Makes something else of registrations of one event or occurrence: what their people or hosts say, or an offer that has run out.
-- `p_from`: only what is one of these now. Answers whom it changed, and who got a place by it.
create or replace function change_event_registrations(p_event bigint, p_original text, p_users bigint[], p_from text[], p_to text, p_reason text, p_now timestamptz,
    out changed bigint[], out promoted bigint[], out places event_spots) language plpgsql as $$
declare
  r event_registrations;
begin
  changed := '{}';
  promoted := '{}';
  places := lock_event_spots(p_event, p_original);
  for r in select * from event_registrations x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original
      and x.user_id = any(p_users) and x.status = any(p_from) and x.status <> p_to order by x.number loop
    perform release_event_spot(r);
    if p_to in ('registered', 'attended', 'absent', 'excused') then
      perform add_event_spots(p_event, p_original, r.kind_id, 1 + r.guests, 0);
    end if;
    update event_registrations x set status = p_to, changed_at = p_now, reason = p_reason, offered_until = null
      where x.school_id = current_school() and x.id = r.id;
    changed := changed || r.user_id;
  end loop;
  promoted := array(select x.user_id from promote_waitlist(p_event, p_original, p_now) x);
  select * into places from event_spots x where x.school_id = current_school() and x.event_id = p_event and x.original = p_original;
end $$;

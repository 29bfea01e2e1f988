-- When an officer last did something in a club: with every entry of the audit log about it, and what is published in its name.
-- A club that another transaction holds is left as it is: waiting here, with the log held, could wait in a ring.
create or replace function record_club_managed(which bigint, person bigint, moment timestamptz) returns void language sql as $$
  update clubs c set managed_at = moment
  where (c.school_id, c.id) in (
    select k.school_id, k.id from clubs k
    where k.school_id = current_school() and k.id = which and (k.managed_at is null or k.managed_at < moment)
      and exists (select from current_grants g where g.school_id = k.school_id and g.user_id = person and g.scope_id = k.id)
    for no key update skip locked);
$$;

-- Sets the time of an officer's last action in a club (`managed_at`), if the person holds a position in the club and the time is
-- later than the stored one. It skips the club if another transaction has locked the row: the caller can hold the activity log's
-- lock, and waiting here could cause a deadlock.
-- Callers: note_activity_of_club, note_post_of_club
create or replace function record_club_managed(which bigint, person bigint, moment timestamptz) returns void language sql as $$
  update clubs c set managed_at = moment
  where (c.school_id, c.id) in (
    select k.school_id, k.id from clubs k
    where k.school_id = current_school() and k.id = which and (k.managed_at is null or k.managed_at < moment)
      and exists (select from current_grants g where g.school_id = k.school_id and g.user_id = person and g.scope_id = k.id)
    for no key update skip locked);
$$;

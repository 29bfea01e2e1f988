-- The clubs somebody may know of: the one place where the rule stands. Deleted ones are among those of staff.
create or replace function clubs_seen_by(viewer bigint, is_staff boolean) returns setof clubs language sql stable as $$
  select c.* from clubs c
  where is_staff or c.deleted_at is null and (c.is_open
    or exists (select from club_members m where m.school_id = c.school_id and m.club_id = c.id and m.user_id = viewer and m.status <> 'banned'))
$$;

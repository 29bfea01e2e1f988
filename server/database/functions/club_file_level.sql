-- Returns the files of a club that the viewer can see, as a level. A viewer sees files and folders up to their level. The first
-- case that applies decides:
--   3  staff, and people with a position in the club (officers)
--   2  members
--   1  everyone else, if everyone can read the club's posts
--   0  none
-- The caller has already checked that the viewer can see the club, and determines whether they are staff.
-- Callers: features/club-files/club-files.queries.ts, features/clubs/membership/club-people.queries.ts
create or replace function club_file_level(club clubs, viewer bigint, is_staff boolean) returns int language sql stable as $$
  select case
    when is_staff or exists (select from current_grants g where g.school_id = club.school_id and g.user_id = viewer and g.scope_id = club.id) then 3
    when exists (select from club_members m where m.school_id = club.school_id and m.club_id = club.id and m.user_id = viewer and m.status = 'member') then 2
    when club.posts_for = 'everyone' then 1
    else 0 end
$$;

-- Up to which level somebody sees the files of a club they may know of: 0 nothing, else as `club_folders.readers`. The one place where
-- the rule stands. Officers are those who hold a position there; staff are told apart by the caller.
create or replace function club_file_level(club clubs, viewer bigint, is_staff boolean) returns int language sql stable as $$
  select case
    when is_staff or exists (select from current_grants g where g.school_id = club.school_id and g.user_id = viewer and g.scope_id = club.id) then 3
    when exists (select from club_members m where m.school_id = club.school_id and m.club_id = club.id and m.user_id = viewer and m.status = 'member') then 2
    when club.posts_for = 'everyone' then 1
    else 0 end
$$;

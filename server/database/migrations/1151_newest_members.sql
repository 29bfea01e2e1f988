-- Officers see the newest members of their club.
create index club_members_newest on club_members (school_id, club_id, since) where status = 'member' and not is_disabled;

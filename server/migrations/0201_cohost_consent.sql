-- A club hosts an event of another once somebody there has agreed who manages its events. Those that there are stay, and so do those of
-- lists that the school brings.
alter table event_cohosts add column is_accepted boolean not null default true;
create index event_cohosts_asked on event_cohosts (school_id, club_id) where not is_accepted;

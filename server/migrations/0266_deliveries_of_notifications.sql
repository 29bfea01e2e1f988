-- A delivery goes with its notification, and that with its person: to look the person up again for each delivery took as long as to
-- write it.
alter table notification_deliveries drop constraint notification_deliveries_school_id_user_id_fkey;

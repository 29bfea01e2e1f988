-- Whoever registered once for all times of a series is let in at each of them: a scan belongs to the time it was nearest to.
-- Empty where there is one time, or people register for each.
alter table event_scans add column original text not null default '';

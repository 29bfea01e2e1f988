-- A result that ended is as none: it keeps its row, since imports remove none. When results arrived or changed: files name the day of
-- a score only. Null: with the first results of its class, or before this was stored; the day of the score counts then.
alter table course_results alter column state drop not null;
alter table course_results add column arrived_at timestamptz;

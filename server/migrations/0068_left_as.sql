-- What a group was called, and how many were in it, when somebody left: who has left learns nothing of it from then on.
-- Both null: they have not left, or did by a server of a version before, which shows what the group is now.
alter table participants add column left_name text, add column left_count int;

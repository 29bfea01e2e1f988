-- What a group was called, how many were in it and when something was said last, when somebody left: who has left learns nothing of
-- it from then on. All null: they have not left, or did by a server of a version before, which shows what the group is now. Only
-- while left_seq is not null do they mean anything: a server of a version before puts people back without clearing them.
alter table participants add column left_name text, add column left_count int, add column left_at timestamptz;

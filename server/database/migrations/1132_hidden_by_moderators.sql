-- Moderators can hide reported events, jobs and club files, as they can hide posts. Null: shown.
alter table events add column hidden_at timestamptz;
alter table jobs add column hidden_at timestamptz;
alter table club_files add column hidden_at timestamptz;

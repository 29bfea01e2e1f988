-- When whoever has not answered a survey was last reminded of it.
alter table surveys add column reminded_at timestamptz;

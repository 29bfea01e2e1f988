-- A member has at most one order that holds dues of a club. Orders from before this migration keep theirs until they are paid or expire.
alter table dues_payments no force row level security;
alter table dues_payments add column is_earlier boolean not null default false;
update dues_payments set is_earlier = true where state = 'held';
create unique index dues_payments_held on dues_payments (school_id, club_id, user_id) where state = 'held' and not is_earlier;

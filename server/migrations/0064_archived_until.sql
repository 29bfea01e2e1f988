-- A conversation is archived until something new is said in it: up to which message it was when it was archived.
-- Null: by a server of the version before, until it is taken out by hand.
alter table participants add column archived_seq int;

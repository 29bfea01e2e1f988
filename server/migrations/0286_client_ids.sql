-- What is created twice with the same id of its client is answered with the first result. Null: created before, or without one.
alter table newsletters add column client_id uuid;
create unique index newsletters_client on newsletters (school_id, by_id, client_id) where client_id is not null;
alter table approval_entries add column client_id uuid;
create unique index approval_entries_client on approval_entries (school_id, submission_id, author_id, client_id) where client_id is not null;
-- Of hubs and announcements nobody is kept as the author.
alter table hubs add column client_id uuid;
create unique index hubs_client on hubs (school_id, client_id) where client_id is not null;
alter table announcements add column client_id uuid;
create unique index announcements_client on announcements (school_id, client_id) where client_id is not null;
alter table form_answers add column client_id uuid;
-- A digest: the id itself may say when it was made, and so when somebody answered.
alter table form_participations add column client_digest text;

-- Whatever creates something takes an id that its author makes: sent again, it answers the first result.
alter table club_labels add column created_by bigint, add column client_id uuid;
create unique index club_labels_client on club_labels (school_id, created_by, client_id);

alter table club_notes add column client_id uuid;
drop index club_notes_author;
create unique index club_notes_author on club_notes (school_id, author_id, client_id);

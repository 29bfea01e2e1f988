-- A mail that did not go is tried again at a time of its own, and does not hold up the others.
alter table newsletter_copies add column mail_tries int not null default 0;
alter table newsletter_copies add column mail_due_at timestamptz;

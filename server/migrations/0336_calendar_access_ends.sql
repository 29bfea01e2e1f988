-- An optional end of secret calendar addresses and app passwords; null: they work until they are revoked.
alter table calendar_feeds add ends_at timestamptz;
alter table calendar_passwords add ends_at timestamptz;

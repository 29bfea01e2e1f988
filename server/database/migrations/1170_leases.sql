-- Work that only one server does at a time, by name. A server renews its lease while it works; if it is killed, another server takes over
-- after `expires_at`. Unlike an advisory lock of a session, a lease also works behind a connection pooler.
create table leases (
  name text primary key,
  -- The process that holds it.
  holder uuid not null,
  expires_at timestamptz not null
);

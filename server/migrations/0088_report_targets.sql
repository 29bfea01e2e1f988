-- Reports are about a target of some kind: a person, a message, later a club or a post.
alter table reports
  add column target_kind text,
  add column target_id text,
  add column title text not null default '',
  add column client_id uuid;
-- Whoever migrates sees the rows of no school otherwise.
alter table reports no force row level security;
update reports set
  target_kind = case when evidence is null then 'person' else 'message' end,
  target_id = case when evidence is null then person_id::text else (evidence ->> 'conversation') || ':' || (evidence ->> 'seq') end;
alter table reports force row level security;
alter table reports
  alter column target_kind set not null,
  alter column target_id set not null,
  -- Not every target is about somebody.
  alter column person_id drop not null;
create unique index reports_client on reports (school_id, reporter_id, client_id) where client_id is not null;
create index reports_target on reports (school_id, target_kind, target_id);

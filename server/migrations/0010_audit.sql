-- What those who run a campus did and which protected fields were read, each entry sealed by the one before:
-- a changed, missing or inserted entry breaks the chain from there on. Verified by `campus audit verify`.

create table audit_entries (
  school_id int not null references schools,
  number bigint not null,
  at timestamptz not null,
  actor_id bigint,
  kind text not null,
  detail jsonb not null,
  seal bytea not null,
  primary key (school_id, number)
);
create index audit_entries_actor on audit_entries (school_id, actor_id, number);

-- SHA-256 over the former seal and the entry's own text. jsonb writes its keys in one order, so its text is canonical.
create function audit_seal(former bytea, number bigint, at timestamptz, actor_id bigint, kind text, detail jsonb) returns bytea
language sql immutable as $$
  select sha256(coalesce(former, ''::bytea) || convert_to(concat_ws('|', number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    coalesce(actor_id::text, '-'), kind, detail::text), 'UTF8'))
$$;

-- Appends one entry. Entries of a school wait for one another: the chain has one end.
create function audit_append(at timestamptz, actor bigint, kind text, detail jsonb) returns bigint language plpgsql as $$
declare
  school int := current_school();
  last_number bigint;
  last_seal bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit:' || school, 1));
  select e.number, e.seal into last_number, last_seal from audit_entries e where e.school_id = school order by e.number desc limit 1;
  insert into audit_entries (school_id, number, at, actor_id, kind, detail, seal)
  values (school, coalesce(last_number, 0) + 1, at, actor, kind, detail,
    audit_seal(last_seal, coalesce(last_number, 0) + 1, at, actor, kind, detail));
  return coalesce(last_number, 0) + 1;
end $$;

-- Nobody changes or removes an entry, the owner included.
create function audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = '42501';
end $$;
create trigger audit_entries_kept before update or delete on audit_entries for each row execute function audit_is_kept();
create trigger audit_entries_not_emptied before truncate on audit_entries for each statement execute function audit_is_kept();

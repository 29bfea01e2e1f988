-- SHA-256 over the former seal and the entry's own text. jsonb writes its keys in one order, so its text is canonical.
create or replace function activity_log_seal(former bytea, number bigint, at timestamptz, actor_id bigint, kind text, detail jsonb) returns bytea
language sql immutable as $$
  select sha256(coalesce(former, ''::bytea) || convert_to(concat_ws('|', number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    coalesce(actor_id::text, '-'), kind, detail::text), 'UTF8'))
$$;

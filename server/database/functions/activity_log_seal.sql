-- Returns the seal of an activity log entry: the SHA-256 of the previous entry's seal followed by this entry's number, time (UTC,
-- in microseconds), actor, kind and detail. `former` is null for a school's first entry. `actor_id` is null if no person acted; the
-- text then contains "-". The text is canonical because jsonb writes its keys in a fixed order.
-- Callers: features/audit/audit.queries.ts, append_to_activity_log
create or replace function activity_log_seal(former bytea, number bigint, at timestamptz, actor_id bigint, kind text, detail jsonb) returns bytea
language sql immutable as $$
  select sha256(coalesce(former, ''::bytea) || convert_to(concat_ws('|', number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    coalesce(actor_id::text, '-'), kind, detail::text), 'UTF8'))
$$;

-- Emits `session_ended` when a session is deleted before it expires, so that servers close its sockets. A trigger does this because
-- sessions end in many ways. An expired session needs no event, because sockets need a new token every few minutes.
-- Callers: trigger on sessions
create or replace function emit_session_ended() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload)
  values (old.school_id, 'session_ended', jsonb_build_object('session', old.id, 'userId', old.user_id));
  return null;
end $$;

create or replace trigger session_ended after delete on sessions for each row when (old.expires_at > now()) execute function emit_session_ended();

-- Sockets of a session end with it, whoever ended it and how: the database itself tells. What ends by its age needs no word,
-- because a socket wants a fresh token every few minutes.
create or replace function emit_session_ended() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload)
  values (old.school_id, 'session_ended', jsonb_build_object('session', old.id, 'userId', old.user_id));
  return null;
end $$;

create or replace trigger session_ended after delete on sessions for each row when (old.expires_at > now()) execute function emit_session_ended();

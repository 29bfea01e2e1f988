-- The realtime hub: every server reads what was written after what it has read, whoever wrote it and in whichever school.
create index outbox_in_order on outbox (id);

-- Sockets of a session end with it, whoever ended it and how: the database itself tells. What ends by its age needs no word,
-- because a socket wants a fresh token every few minutes.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload)
  values (old.school_id, 'session_ended', jsonb_build_object('session', old.id, 'userId', old.user_id));
  return null;
end $$;
create trigger session_ended after delete on sessions for each row when (old.expires_at > now()) execute function tell_session_ended();

create function tell_person_disabled() returns trigger language plpgsql as $$
begin
  insert into outbox (school_id, kind, payload) values (new.school_id, 'person_disabled', jsonb_build_object('userId', new.id));
  return null;
end $$;
create trigger person_disabled after update of is_disabled on users for each row
when (new.is_disabled and not old.is_disabled) execute function tell_person_disabled();

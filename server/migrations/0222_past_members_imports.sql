-- Whether an import, or its undo, is at work: its undo gives back exactly what was, and knows nothing of traces left on the way.
create function is_importing() returns boolean language sql stable as $$
  select coalesce(current_setting('commons.import_id', true), '') <> '' or coalesce(current_setting('commons.undoing_import', true), '') <> ''
$$;

create or replace function keep_past_member() returns trigger language plpgsql as $$
begin
  insert into club_past_members (school_id, club_id, user_id, since)
  select old.school_id, old.club_id, old.user_id, old.since
  where old.since::date < now()::date and not is_importing()
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.club_id)
    and exists (select from users u where u.school_id = old.school_id and u.id = old.user_id);
  return null;
end $$;

create or replace function keep_past_position() returns trigger language plpgsql as $$
begin
  insert into club_past_members (school_id, club_id, user_id, position, since)
  select old.school_id, old.scope_id, old.user_id, r.name, old.granted_at
  from roles r
  where r.school_id = old.school_id and r.id = old.role_id and r.scope = 'club' and old.granted_at::date < now()::date
    and not is_importing()
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.scope_id)
    and exists (select from users u where u.school_id = old.school_id and u.id = old.user_id);
  return null;
end $$;

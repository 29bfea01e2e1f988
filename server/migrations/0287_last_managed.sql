-- When an officer last did something in a club: with every entry of the audit log about it, and what is published in its name.
-- A club that another transaction holds is left as it is: waiting here, with the log held, could wait in a ring.
create function club_managed(which bigint, person bigint, moment timestamptz) returns void language sql as $$
  update clubs c set managed_at = moment
  where (c.school_id, c.id) in (
    select k.school_id, k.id from clubs k
    where k.school_id = current_school() and k.id = which and (k.managed_at is null or k.managed_at < moment)
      and exists (select from role_grants g where g.school_id = k.school_id and g.user_id = person and g.scope_id = k.id)
    for no key update skip locked);
$$;

create function audit_entry_of_club() returns trigger language plpgsql as $$
begin
  if new.detail ->> 'club' ~ '^[1-9][0-9]{0,17}$' then
    perform club_managed((new.detail ->> 'club')::bigint, new.actor_id, new.at);
  end if;
  return null;
end $$;
-- Reading changes nothing.
create trigger audit_entries_of_club after insert on audit_entries for each row
  when (new.actor_id is not null and new.detail ? 'club' and new.detail ->> 'act' is distinct from 'exported')
  execute function audit_entry_of_club();

create function post_of_club() returns trigger language plpgsql as $$
begin
  -- For what speaks as the club answers whoever set its time.
  perform club_managed(new.club_id, coalesce(case when new.is_as_club then new.scheduled_by end, new.author_id), new.published_at);
  return null;
end $$;
create trigger posts_of_club after insert on posts for each row
  when (new.club_id is not null and not new.waits and (new.is_as_club or new.kind = 'article'))
  execute function post_of_club();
create trigger posts_of_club_out after update of waits on posts for each row
  when (new.club_id is not null and old.waits and not new.waits and (new.is_as_club or new.kind = 'article'))
  execute function post_of_club();

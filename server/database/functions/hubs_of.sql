-- The hubs somebody belongs to: the one place where the rule stands.
create or replace function hubs_of(person bigint) returns setof hubs language sql stable as $$
  select h.* from users u join hubs h on h.school_id = u.school_id
  where u.school_id = current_school() and u.id = person and h.archived_at is null
    and (h.is_for_everyone or u.account_type = any (h.account_types) or u.major = any (h.majors)
      or exists (select from hub_members m where m.school_id = h.school_id and m.hub_id = h.id and m.user_id = u.id))
$$;

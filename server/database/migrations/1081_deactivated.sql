-- Keep apart what an import or identity provider says about an account and what an admin does: `is_deactivated` is the former, a row in
-- `suspensions` the latter, and `is_disabled` is true if one of them is. The trigger `users_disabled` computes it.
alter table users add column is_deactivated boolean not null default false;
alter table users no force row level security;
alter table suspensions no force row level security;
alter table scim_users no force row level security;
alter table roster_users no force row level security;
update users u set is_deactivated = true where u.is_disabled
  and (not exists (select from suspensions s where s.school_id = u.school_id and s.user_id = u.id)
    or exists (select from scim_users p where p.school_id = u.school_id and p.user_id = u.id and p.deleted_at is not null)
    or exists (select from roster_users r where r.school_id = u.school_id and r.user_id = u.id and (r.is_ended or not coalesce(r.is_enabled, false))));

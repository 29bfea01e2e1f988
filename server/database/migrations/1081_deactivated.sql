-- Keep apart what an import or identity provider says about an account and what an admin does: `is_deactivated` is the former, a row in
-- `suspensions` the latter, and `is_disabled` is true if one of them is. The trigger `users_disabled` computes it.
alter table users add column is_deactivated boolean not null default false;
alter table users no force row level security;
alter table suspensions no force row level security;
update users u set is_deactivated = true where u.is_disabled
  and not exists (select from suspensions s where s.school_id = u.school_id and s.user_id = u.id);

-- What an entry of an inverted table is about and what its person chose: field × 16 + choice (0 everyone, 1 connections,
-- 2 only me, 3 none) + 4 when a private profile hides it + 8 when the person's directory information is held.
create or replace function audience_of(u users, field text, is_always_listed boolean) returns smallint language sql immutable parallel safe as $$
  select (field_number(field) * 16
    + case u.audiences ->> field when 'everyone' then 0 when 'connections' then 1 when 'me' then 2 else 3 end
    + case when u.is_listed or is_always_listed then 0 else 4 end
    + case when u.has_hold then 8 else 0 end)::smallint
$$;

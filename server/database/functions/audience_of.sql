-- Returns the audience number of an entry of the inverted tables (user_facets, user_words): which field the entry belongs to, and
-- who can see it. The number is field_number × 16, plus the person's choice for the field:
--   0 everyone, 1 connections, 2 only me, 3 no choice (the school's default applies)
-- plus 4 if the profile is private and the entry isn't always listed, plus 8 if the person has a directory hold.
-- Callers: features/people/privacy/privacy.queries.ts, facets_of, words_of
create or replace function audience_of(u users, field text, is_always_listed boolean) returns smallint language sql immutable parallel safe as $$
  select (field_number(field) * 16
    + case u.audiences ->> field when 'everyone' then 0 when 'connections' then 1 when 'me' then 2 else 3 end
    + case when u.is_listed or is_always_listed then 0 else 4 end
    + case when u.has_hold then 8 else 0 end)::smallint
$$;

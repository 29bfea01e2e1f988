-- Returns a person's facets, the `field:value` pairs by which the directory filters and counts, each with its audience number.
-- Everyone has the facet `all:`. Account type, graduation year and major are listed even for private profiles.
-- Callers: index_users
create or replace function facets_of(u users) returns table (facet text, audience smallint) language sql immutable as $$
  select 'all:', audience_of(u, '', true)
  union all select 'account_type:' || u.account_type, audience_of(u, '', true)
  union all select 'year_of_graduation:' || u.year_of_graduation, audience_of(u, 'yearOfGraduation', true) where u.year_of_graduation is not null
  union all select 'major:' || u.major, audience_of(u, 'major', true) where u.major is not null
  union all select 'city:' || u.city, audience_of(u, 'place', false) where u.city is not null
  union all select 'country:' || u.country, audience_of(u, 'place', false) where u.country is not null
  union select 'languages:' || v, audience_of(u, 'languages', false) from unnest(u.languages) as v
  union select 'looking_for:' || v, audience_of(u, 'lookingFor', false) from unnest(u.looking_for) as v
  union select 'industries:' || v, audience_of(u, 'industries', false) from unnest(u.industries) as v
  union select 'interests:' || v, audience_of(u, 'interests', false) from unnest(u.interests) as v
  union select 'sports:' || v, audience_of(u, 'sports', false) from unnest(u.sports) as v
$$;

-- Returns a person's search words, each with its audience number:
-- - words of the name, without a prefix;
-- - sounds of the name, with the prefix ~=, which no typed word has;
-- - words of other fields (major, interests, sports, languages, company, city), with the prefix ~.
-- Only words of the name are found with typos.
-- Callers: index_users
create or replace function words_of(u users) returns table (word text, audience smallint) language sql immutable as $$
  select w, audience_of(u, '', true) from unnest(name_words(u.first_name, u.last_name, u.romanized_name)) as w
  union select '~=' || w, audience_of(u, '', true) from unnest(name_sounds(u.first_name, u.last_name)) as w
  union select '~' || w, audience_of(u, 'major', true) from unnest(search_words(u.major)) as w
  union select '~' || w, audience_of(u, 'interests', false) from unnest(search_words(array_to_string(u.interests, ' '))) as w
  union select '~' || w, audience_of(u, 'sports', false) from unnest(search_words(array_to_string(u.sports, ' '))) as w
  union select '~' || w, audience_of(u, 'languages', false) from unnest(search_words(array_to_string(u.languages, ' '))) as w
  union select '~' || w, audience_of(u, 'work', false) from unnest(search_words(u.company_name)) as w
  union select '~' || w, audience_of(u, 'place', false) from unnest(search_words(u.city)) as w
$$;

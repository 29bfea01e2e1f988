-- Normalizes text for search and sorting: lowercase, without accents and marks, with compatibility forms (NFKC) replaced and
-- similar letters merged, such as ß to ss and the Arabic alefs to one. ASCII text skips the Unicode steps: most text is ASCII, and
-- an import normalizes a dozen texts per person.
-- Callers: search_words, is_message_match; generated columns clubs.sort_name, club_folders.sort_name, club_files.sort_name,
-- events.sort_name; many statements that search or sort by text
create or replace function fold(input text) returns text language sql immutable parallel safe as $$
  select case when octet_length(input) = length(input) then lower(input collate "C") collate "default" else translate(
    replace(replace(replace(replace(
      regexp_replace(
        normalize(lower(normalize(input, NFKC) collate "und-x-icu"), NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\ufe00-\ufe0f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıħŋĸſəǝأإآٱىة', 'olddihnksee' || 'اااايه') collate "default" end
$$;

-- What search folds and splits is the same as before. Nearly all of it is plain letters, which need none of the ways of Unicode:
-- they are told apart first, for an import folds a dozen texts a person.
create or replace function fold(input text) returns text language sql immutable parallel safe as $$
  select case when octet_length(input) = length(input) then lower(input collate "C") collate "default" else translate(
    replace(replace(replace(replace(
      regexp_replace(
        normalize(lower(normalize(input, NFKC) collate "und-x-icu"), NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\ufe00-\ufe0f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıħŋĸſəǝأإآٱىة', 'olddihnksee' || 'اااايه') collate "default" end
$$;

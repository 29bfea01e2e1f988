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

-- In a language that keeps its plans: as a statement of its own each call would be planned anew.
create or replace function search_words(input text) returns text[] language plpgsql immutable parallel safe as $$
declare folded text := fold(input);
begin
  if folded is null then return '{}'; end if;
  if folded ~ '^[a-z0-9]{1,60}$' then return array[folded]; end if;
  if folded ~ '^[a-z0-9 ]*$' then
    return array(select distinct left(w, 60) from unnest(string_to_array(folded, ' ')) as w where w <> '' order by 1);
  end if;
  return (
    select coalesce(array_agg(distinct left(w, 60)) filter (where w <> ''), '{}')
    from regexp_split_to_table(folded, '\s+') as chunk,
      lateral (
        select regexp_replace(chunk, '[[:punct:]$+<=>^`|~´’ʼ‘]+', '', 'g') as w
        union
        select part from regexp_split_to_table(chunk, '[[:punct:]$+<=>^`|~´’ʼ‘]+') as part
      ) as words
  );
end $$;

create or replace function name_words(first_name text, last_name text, romanized_name text) returns text[]
language plpgsql immutable parallel safe as $$
declare words text[] := search_words(first_name) || search_words(last_name);
begin
  if romanized_name is not null then words := words || search_words(romanized_name); end if;
  if first_name ~ '\s' then words := words || search_words(regexp_replace(first_name, '\s+', '', 'g')); end if;
  if last_name ~ '\s' then words := words || search_words(regexp_replace(last_name, '\s+', '', 'g')); end if;
  if (first_name || last_name) ~ '[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' then
    words := words || search_words(last_name || first_name) || search_words(first_name || last_name);
  end if;
  return array(select distinct w from unnest(words) as w);
end $$;

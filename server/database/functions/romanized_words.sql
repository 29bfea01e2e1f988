-- Returns the words in other scripts in Latin letters, at most 60 letters each: as `romanized` writes them, and for Cyrillic words
-- also in the common spelling (sh, h, and a final y). Words that are already in Latin letters or can't be converted are left out.
-- Callers: name_words
create or replace function romanized_words(words text[]) returns text[] language plpgsql immutable parallel safe as $$
declare
  found text[] := '{}';
  word text;
  latin text;
begin
  foreach word in array words loop
    continue when octet_length(word) = length(word);
    latin := left(romanized(word), 60);
    continue when latin !~ '^[a-z0-9]+$';
    found := found || latin;
    if word ~ '[\u0400-\u052f]' then
      found := found || regexp_replace(replace(replace(latin, 'shch', 'sh'), 'kh', 'h'), '(iy|yy|ii|yi)$', 'y');
    end if;
  end loop;
  return found;
end $$;

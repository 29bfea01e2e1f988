-- Returns whether two words differ by exactly one typo: a letter added, missing or wrong, or two adjacent letters swapped (Damerau
-- 1964). Equal words return false.
-- Callers: features/directory/search/search.queries.ts, bench/people/twin-statements.ts
create or replace function is_one_typo(a text, b text) returns boolean language plpgsql immutable parallel safe as $$
declare
  head int := 0;
  tail int := 0;
  shorter int := least(length(a), length(b));
  left_a text;
  left_b text;
begin
  if abs(length(a) - length(b)) > 1 or a = b then return false; end if;
  while head < shorter and substr(a, head + 1, 1) = substr(b, head + 1, 1) loop head := head + 1; end loop;
  while tail < shorter - head and substr(a, length(a) - tail, 1) = substr(b, length(b) - tail, 1) loop tail := tail + 1; end loop;
  left_a := substr(a, head + 1, length(a) - head - tail);
  left_b := substr(b, head + 1, length(b) - head - tail);
  return greatest(length(left_a), length(left_b)) <= 1 or (length(left_a) = 2 and left_a = reverse(left_b));
end $$;

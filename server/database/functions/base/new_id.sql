-- Returns a random id below 2^53. It fits a JavaScript number and doesn't reveal how many rows a school has.
-- Callers: defaults of id columns; statements of imports, features/rosters/members/members.queries.ts and
-- features/chat/course-chats/course-chats.queries.ts that insert several linked rows
create or replace function new_id() returns bigint language sql volatile as
  $$ select ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint * 32 + floor(random() * 32)::bigint $$;

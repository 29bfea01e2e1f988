-- Schools, the hosts they answer on, and what the installation itself keeps.
-- Ids are random below 2^53: they fit a JavaScript number and tell nothing about how many people a school has.
create or replace function new_id() returns bigint language sql volatile as
  $$ select ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint * 32 + floor(random() * 32)::bigint $$;

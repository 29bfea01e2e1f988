-- The same pairs: both directions come first, so that who of the two runs the campus is looked up once a pair instead of once a direction.
create or replace view blocked_pairs with (security_invoker = true) as
  select pairs.school_id, pairs.user_id, pairs.other_id from (
    select school_id, blocker_id as user_id, blocked_id as other_id from blocks
    union
    select school_id, blocked_id, blocker_id from blocks
  ) as pairs
  join users one on one.school_id = pairs.school_id and one.id = pairs.user_id and not one.is_admin
  join users other on other.school_id = pairs.school_id and other.id = pairs.other_id and not other.is_admin;

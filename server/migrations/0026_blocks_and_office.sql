-- Both directions of every block that holds: those who run the campus see everybody and are seen, whoever blocked whom
-- before they came to run it. The block stays, and holds again when they no longer do.
create or replace view blocked_pairs with (security_invoker = true) as
  select blocks.school_id, blocker_id as user_id, blocked_id as other_id from blocks
  join users blocker on blocker.school_id = blocks.school_id and blocker.id = blocker_id and not blocker.is_admin
  join users blocked on blocked.school_id = blocks.school_id and blocked.id = blocked_id and not blocked.is_admin
  union
  select blocks.school_id, blocked_id, blocker_id from blocks
  join users blocker on blocker.school_id = blocks.school_id and blocker.id = blocker_id and not blocker.is_admin
  join users blocked on blocked.school_id = blocks.school_id and blocked.id = blocked_id and not blocked.is_admin;

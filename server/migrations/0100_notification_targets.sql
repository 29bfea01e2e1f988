-- What a notification is about, beside a conversation: where it leads.
alter table notifications add column target_kind text, add column target_id bigint,
  add check ((target_kind is null) = (target_id is null));

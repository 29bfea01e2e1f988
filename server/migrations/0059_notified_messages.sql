-- Messages as notifications: one unread item a conversation and person, however many there are.

-- Up to which event of the outbox a school's messages have been looked at, but for the last moments: what was written then may have
-- been committed later than what has a higher number.
create table notified_messages (
  school_id int not null references schools,
  event_id bigint not null default 0,
  primary key (school_id)
);

create index notifications_of_conversation on notifications (school_id, user_id, conversation_id) where conversation_id is not null;

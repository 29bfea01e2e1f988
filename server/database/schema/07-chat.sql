-- A report of a person or their content to the school's moderators.
create table reports (
  school_id int not null,
  id bigint not null default new_id(),
  reporter_id bigint,
  user_id bigint,
  reason text not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The evidence for moderators: a reported message as it was, and the messages before it.
  evidence jsonb,
  -- The kind and id of the reported item, such as a person, message, club or post.
  target_kind text not null,
  target_id text not null,
  title text not null default '',
  client_id uuid,
  primary key (school_id, id),
  foreign key (school_id, reporter_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index reports_queue on reports (school_id, state, changed_at);
create index reports_person on reports (school_id, user_id);
create index reports_reporter on reports (school_id, reporter_id);
create unique index reports_client on reports (school_id, reporter_id, client_id) where client_id is not null;
create index reports_target on reports (school_id, target_kind, target_id);

-- A moderator's note on a report, with the change of its state.
create table report_notes (
  school_id int not null,
  report_id bigint not null,
  number int not null,
  author_id bigint not null,
  text text not null,
  from_state text not null,
  to_state text not null,
  created_at timestamptz not null,
  primary key (school_id, report_id, number),
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade
);

-- A school's settings for chat. No row: the defaults below.
create table chat_policies (
  school_id int not null references schools,
  who text not null default 'connections' check (who in ('connections', 'groups', 'anyone')),
  requests boolean not null default true,
  keep_days int check (keep_days between 1 and 3650),
  -- Whether sections have course chats: a group conversation of the members, created when the first person opens it (decision 027).
  course_chats boolean not null default false,
  primary key (school_id)
);

-- A person's settings for chat. No row: everything is on.
create table chat_preferences (
  school_id int not null,
  user_id bigint not null,
  shows_presence boolean not null default true,
  shows_receipts boolean not null default true,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A conversation (decision 027). `last_seq` counts its messages and `change` its changes. Both increase by one, without gaps, while
-- the row is locked; changed rows store the number of their last change. Every message updates this row, so no index has a column
-- that messages change, and pages have free space: the new row version fits on the same page and no index is touched.
create table conversations (
  school_id int not null,
  id bigint not null default new_id(),
  kind text not null check (kind in ('direct', 'group')),
  name text check (length(name) <= 80),
  picture text,
  -- The two people of a direct conversation.
  pair_low bigint,
  pair_high bigint,
  created_by bigint not null,
  -- The name that its creator chose for a group.
  client_id uuid,
  last_seq int not null default 0,
  change int not null default 0,
  participant_count int not null default 0,
  -- True once someone has sent a message. All participants see the conversation from then on.
  is_open boolean not null default false,
  last_at timestamptz not null,
  -- When the oldest message that still has its text was sent. Null: no message has text.
  oldest_at timestamptz,
  created_at timestamptz not null,
  -- The last message in a block of words (word_blocks). Search reads later messages one by one.
  indexed_seq int not null default 0,
  -- The section of a course chat. Its participants follow the section; people can't be added or removed manually.
  is_course boolean not null default false,
  -- It is read-only since then.
  closes_at timestamptz,
  primary key (school_id, id),
  check ((kind = 'direct') = (pair_low is not null and pair_high is not null and pair_low < pair_high)),
  foreign key (school_id, pair_low) references users (school_id, id),
  foreign key (school_id, pair_high) references users (school_id, id),
  foreign key (school_id, created_by) references users (school_id, id)
) with (fillfactor = 70);
create unique index conversations_pair on conversations (school_id, pair_low, pair_high);
create index conversations_pair_high on conversations (school_id, pair_high);
create unique index conversations_client on conversations (school_id, created_by, client_id);
create index conversations_picture on conversations (school_id, picture) where picture is not null;
create index conversations_oldest on conversations (school_id, oldest_at) where oldest_at is not null;

-- A person who is or was in a conversation.
create table participants (
  school_id int not null,
  conversation_id bigint not null,
  user_id bigint not null,
  role text not null check (role in ('owner', 'member')),
  -- The first message that the person can read, and the last one if they have left.
  first_seq int not null default 1,
  left_seq int,
  read_seq int not null default 0,
  delivered_seq int not null default 0,
  change int not null,
  -- False until they opened the conversation or someone sent a message. They don't see it before that.
  is_shown boolean not null,
  muted_until timestamptz,
  is_pinned boolean not null default false,
  is_archived boolean not null default false,
  -- The state of a message request, if the policy doesn't let the other person write to them. Null: the policy decides. `waiting`:
  -- one message waits in their requests. `accepted`: the other person can write. `declined`: the conversation is hidden from them.
  request_state text check (request_state in ('waiting', 'accepted', 'declined')),
  draft text not null default '',
  joined_at timestamptz not null,
  -- The last message when they archived the conversation. A newer message brings it back. Null: it stays archived until they
  -- unarchive it.
  archived_seq int,
  -- The group's name, size and last activity when the person left, because people who left learn nothing later. They apply only
  -- while left_seq is not null. All null: the person hasn't left, or left under an older version.
  left_name text,
  left_count int,
  left_at timestamptz,
  -- Whether the person opened a course chat themselves. People with a directory hold are in a course chat only then (decision 066).
  -- A chat that appeared because of others' messages doesn't count, and neither do participants from before this column existed.
  has_opened boolean not null default false,
  primary key (school_id, conversation_id, user_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
) with (fillfactor = 80);
create index participants_user on participants (school_id, user_id);

-- A message or system message of a conversation.
create table messages (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  id bigint not null default new_id(),
  change int not null,
  author_id bigint not null,
  -- The id that the sender's client chose; null for system messages.
  client_id uuid,
  text text not null default '' check (length(text) <= 8000),
  -- Never earlier than the message before it.
  sent_at timestamptz not null,
  edited_at timestamptz,
  deleted text,
  -- A system message: its kind, with `uids` or `name`.
  event jsonb,
  reply_to int,
  forwarded boolean not null default false,
  mentions bigint[] not null default '{}',
  preview_id bigint,
  primary key (school_id, conversation_id, seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id),
  foreign key (school_id, preview_id) references link_previews (school_id, id),
  constraint messages_deleted_check check (deleted in ('author', 'owner', 'moderator', 'retention'))
);
create unique index messages_client on messages (school_id, author_id, client_id);
create index messages_change on messages (school_id, conversation_id, change);
create index messages_replies on messages (school_id, conversation_id, reply_to) where reply_to is not null;
create index messages_preview on messages (school_id, preview_id) where preview_id is not null;

-- The normalized words of a message, which search matches from their beginnings.
create table message_words (
  school_id int not null,
  conversation_id bigint not null,
  word text collate "C" not null,
  seq int not null,
  primary key (school_id, conversation_id, word, seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);

-- A message before it was edited or deleted, for moderators.
create table message_versions (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  change int not null,
  text text not null,
  until timestamptz not null,
  actor_id bigint not null,
  primary key (school_id, conversation_id, seq, change),
  foreign key (school_id, conversation_id, seq) references messages (school_id, conversation_id, seq) on delete cascade,
  foreign key (school_id, actor_id) references users (school_id, id)
);
create index message_versions_by on message_versions (school_id, actor_id);

-- An emoji with which a person reacted to a message.
create table reactions (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  user_id bigint not null,
  emoji text not null check (length(emoji) <= 32),
  at timestamptz not null,
  primary key (school_id, conversation_id, seq, user_id, emoji),
  foreign key (school_id, conversation_id, seq) references messages (school_id, conversation_id, seq) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index reactions_user on reactions (school_id, user_id);

create table message_files (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  position int not null,
  upload_id bigint not null,
  primary key (school_id, conversation_id, seq, position),
  foreign key (school_id, conversation_id, seq) references messages (school_id, conversation_id, seq) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index message_files_upload on message_files (school_id, upload_id);

-- The distinct words of consecutive messages, each with a space on both sides. Search reads the messages of a block only if it has
-- the words. Words are stored later and in blocks instead of with each message (decision 032), which took two thirds of the
-- database time of sending and four fifths of chat's disk space.
create table word_blocks (
  school_id int not null,
  conversation_id bigint not null,
  first_seq int not null,
  last_seq int not null,
  words text not null,
  primary key (school_id, conversation_id, last_seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);

-- A file of a reported item. It stays with the report, even if the message is deleted.
create table report_files (
  school_id int not null,
  report_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, report_id, upload_id),
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index report_files_upload on report_files (school_id, upload_id);

-- What people tell the school's moderators about each other.
create table reports (
  school_id int not null,
  id bigint not null default new_id(),
  reporter_id bigint,
  person_id bigint,
  reason text not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'reviewing', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- What a moderator needs to judge a report of a message: its words as they stood, and those before it.
  evidence jsonb,
  -- Reports are about a target of some kind: a person, a message, later a club or a post.
  target_kind text not null,
  target_id text not null,
  title text not null default '',
  client_id uuid,
  primary key (school_id, id),
  foreign key (school_id, reporter_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, person_id) references users (school_id, id) on delete cascade
);
create index reports_queue on reports (school_id, state, changed_at);
create index reports_person on reports (school_id, person_id);
create index reports_reporter on reports (school_id, reporter_id);
create unique index reports_client on reports (school_id, reporter_id, client_id) where client_id is not null;
create index reports_target on reports (school_id, target_kind, target_id);

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

-- Conversations and what is said in them (decision 027). Two numbers of a conversation only rise, without gaps, under the lock of its
-- row: `last_seq` counts its messages, `change` everything that happens in it. What changed last carries the number of that change.
-- What a school says of chat; no row: the defaults below.
create table chat_policies (
  school_id int not null references schools,
  who text not null default 'connections' check (who in ('connections', 'groups', 'anyone')),
  requests boolean not null default true,
  keep_days int check (keep_days between 1 and 3650),
  -- Course chats: a group conversation of the people of a section, made when somebody opens it first (decision 027).
  course_chats boolean not null default false,
  primary key (school_id)
);

-- What somebody has switched off for themselves; no row: nothing.
create table chat_preferences (
  school_id int not null,
  user_id bigint not null,
  shows_presence boolean not null default true,
  shows_receipts boolean not null default true,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Every message updates its conversation's row. No index holds a column that a message changes, and pages have room, so that the
-- new version stands beside the old one and no index is touched.
create table conversations (
  school_id int not null,
  id bigint not null default new_id(),
  kind text not null check (kind in ('direct', 'group')),
  name text check (length(name) <= 80),
  picture text,
  -- The two of a direct conversation.
  pair_low bigint,
  pair_high bigint,
  created_by bigint not null,
  -- Chosen by who began a group.
  client_id uuid,
  last_seq int not null default 0,
  change int not null default 0,
  participant_count int not null default 0,
  -- Somebody has written: from then on all its people see it.
  is_open boolean not null default false,
  last_at timestamptz not null,
  -- When the oldest message was sent that still has its words; null while there is none.
  oldest_at timestamptz,
  created_at timestamptz not null,
  -- Up to which message there are blocks; those behind it are looked at one by one.
  worded_seq int not null default 0,
  -- The people of a course: who is in it follows the course, nobody is brought in or taken out by hand.
  is_course boolean not null default false,
  -- From then on it can only be read.
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

create table participants (
  school_id int not null,
  conversation_id bigint not null,
  user_id bigint not null,
  role text not null check (role in ('owner', 'member')),
  -- The first message they may read, and the last one once they have left.
  first_seq int not null default 1,
  left_seq int,
  read_seq int not null default 0,
  arrived_seq int not null default 0,
  change int not null,
  -- They began it or it is open: until then it is not there for them.
  is_shown boolean not null,
  muted_until timestamptz,
  is_pinned boolean not null default false,
  is_archived boolean not null default false,
  -- Their door in a direct conversation, for somebody whom the policy does not let write to them. Null: the policy alone. `waiting`:
  -- one message waits among their requests. `accepted`: open. `declined`: shut, and the conversation is hidden from them.
  door text check (door in ('waiting', 'accepted', 'declined')),
  draft text not null default '',
  joined_at timestamptz not null,
  -- A conversation is archived until something new is said in it: up to which message it was when it was archived.
  -- Null: by a server of the version before, until it is taken out by hand.
  archived_seq int,
  -- What a group was called, how many were in it and when something was said last, when somebody left: who has left learns nothing of
  -- it from then on. All null: they have not left, or did by a server of a version before, which shows what the group is now. Only
  -- while left_seq is not null do they mean anything: a server of a version before puts people back without clearing them.
  left_name text,
  left_count int,
  left_at timestamptz,
  -- People whose data is held are in a course chat only when they have opened it themselves (decision 066). Whom others' messages
  -- have shown a chat has not opened it, so nobody who was in one before this migration counts as having done so.
  has_opened boolean not null default false,
  primary key (school_id, conversation_id, user_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
) with (fillfactor = 80);
create index participants_user on participants (school_id, user_id);

create table messages (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  id bigint not null default new_id(),
  change int not null,
  author_id bigint not null,
  -- Chosen by who sent it; null where the conversation tells of itself.
  client_id uuid,
  text text not null default '' check (length(text) <= 8000),
  -- Never before that of the message before it.
  sent_at timestamptz not null,
  edited_at timestamptz,
  deleted text,
  -- What happened to the conversation: kind, and with it `uids` or `name`.
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

-- Words of messages, folded as those of names are: what search matches by their beginnings.
create table message_words (
  school_id int not null,
  conversation_id bigint not null,
  word text collate "C" not null,
  seq int not null,
  primary key (school_id, conversation_id, word, seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);

-- What a message said before it was edited or deleted, for moderators.
create table message_versions (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  change int not null,
  text text not null,
  until timestamptz not null,
  by_id bigint not null,
  primary key (school_id, conversation_id, seq, change),
  foreign key (school_id, conversation_id, seq) references messages (school_id, conversation_id, seq) on delete cascade,
  foreign key (school_id, by_id) references users (school_id, id)
);
create index message_versions_by on message_versions (school_id, by_id);

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
  place int not null,
  upload_id bigint not null,
  primary key (school_id, conversation_id, seq, place),
  foreign key (school_id, conversation_id, seq) references messages (school_id, conversation_id, seq) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index message_files_upload on message_files (school_id, upload_id);

-- What search looks at is stored by the block, later, instead of by the word, with each message (decision 032): that was two thirds
-- of what sending costs the database, and four fifths of what chat takes on its disk.
-- The different words of consecutive messages, each with a space on both sides: a message is looked at where its block has the word.
create table word_blocks (
  school_id int not null,
  conversation_id bigint not null,
  first_seq int not null,
  last_seq int not null,
  words text not null,
  primary key (school_id, conversation_id, last_seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade
);

-- Files of what was reported stay with the report, whatever becomes of the message.
create table report_files (
  school_id int not null,
  report_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, report_id, upload_id),
  foreign key (school_id, report_id) references reports (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index report_files_upload on report_files (school_id, upload_id);

-- Conversations and what is said in them (decision 027). Two numbers of a conversation only rise, without gaps, under the lock of its
-- row: `last_seq` counts its messages, `change` everything that happens in it. What changed last carries the number of that change.

-- What a school says of chat; no row: the defaults below.
create table chat_policies (
  school_id int not null references schools,
  who text not null default 'connections' check (who in ('connections', 'groups', 'anyone')),
  requests boolean not null default true,
  keep_days int check (keep_days between 1 and 3650),
  primary key (school_id)
);

-- What somebody has switched off for themselves; no row: nothing.
create table chat_switches (
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
  check ((kind = 'direct') = (pair_low is not null and pair_high is not null and pair_low < pair_high)),
  primary key (school_id, id),
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
  primary key (school_id, conversation_id, user_id),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
) with (fillfactor = 80);
create index participants_user on participants (school_id, user_id);

-- What pages said of themselves, when somebody posted a link to them.
create table link_previews (
  school_id int not null,
  id bigint not null default new_id(),
  url text not null check (length(url) <= 2000),
  fetched_at timestamptz not null,
  -- Empty when the page says nothing, or could not be read: asked again when the row is a day old.
  title text not null default '',
  description text not null default '',
  site text not null default '',
  picture text,
  primary key (school_id, id)
);
create index link_previews_url on link_previews (school_id, url, fetched_at);
create index link_previews_picture on link_previews (school_id, picture) where picture is not null;

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
  deleted text check (deleted in ('author', 'moderator', 'retention')),
  -- What happened to the conversation: kind, and with it `uids` or `name`.
  event jsonb,
  reply_to int,
  forwarded boolean not null default false,
  mentions bigint[] not null default '{}',
  preview_id bigint,
  primary key (school_id, conversation_id, seq),
  foreign key (school_id, conversation_id) references conversations (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id),
  foreign key (school_id, preview_id) references link_previews (school_id, id)
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

-- Files on their way into conversations, and those that have come. A file that is no picture stays in the pieces it came in; a
-- picture is kept as it was encoded anew, and its pieces go.
create table chat_files (
  school_id int not null,
  id bigint not null default new_id(),
  owner_id bigint not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  -- Bytes as announced; of a picture, once whole, as kept.
  size int not null check (size > 0),
  received int not null default 0,
  -- Media type by content; null while it is not whole.
  type text,
  width int,
  height int,
  thumbnail text,
  began_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, owner_id) references users (school_id, id)
);
create unique index chat_files_client on chat_files (school_id, owner_id, client_id);
create index chat_files_began on chat_files (school_id, began_at);
create index chat_files_thumbnail on chat_files (school_id, thumbnail) where thumbnail is not null;

-- Stored files that together are one file, in their order.
create table chat_file_pieces (
  school_id int not null,
  file_id bigint not null,
  place int not null,
  name text not null,
  primary key (school_id, file_id, place),
  foreign key (school_id, file_id) references chat_files (school_id, id) on delete cascade
);
create index chat_file_pieces_name on chat_file_pieces (school_id, name);

create table message_files (
  school_id int not null,
  conversation_id bigint not null,
  seq int not null,
  place int not null,
  file_id bigint not null,
  primary key (school_id, conversation_id, seq, place),
  foreign key (school_id, conversation_id, seq) references messages (school_id, conversation_id, seq) on delete cascade,
  foreign key (school_id, file_id) references chat_files (school_id, id)
);
create index message_files_file on message_files (school_id, file_id);

-- What a moderator needs to judge a report of a message: its words as they stood, and those before it.
alter table reports add column evidence jsonb;

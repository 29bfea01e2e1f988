-- Posts: what people say to the whole school, with comments, likes and polls.
create table posts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- Null: somebody who has been erased.
  author_id bigint,
  client_id uuid not null,
  text text not null,
  published_at timestamptz not null,
  edited_at timestamptz,
  pinned_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  -- Kept by triggers, so that a page of the feed counts nothing.
  likes int not null default 0,
  comments int not null default 0,
  -- Null: for the whole school. `place_id` is the same with 0 in place of null, which indexes need.
  club_id bigint,
  place_id bigint not null generated always as (coalesce(club_id, 0)) stored,
  kind text not null default 'post' check (kind in ('post', 'topic', 'article')),
  -- Of topics and articles.
  title text not null default '' check (length(title) <= 200 and ((kind = 'post') = (title = ''))),
  -- Shown as posted by the club; who wrote it only its moderators see.
  is_as_club boolean not null default false,
  -- Only members of the club with one of these tags see it, beside its officers; null: whoever reads the club's posts.
  aimed_at text[] check (cardinality(aimed_at) between 1 and 20),
  -- People and clubs that its text names as @[id] and @[club:id].
  mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Hidden by moderators.
  hidden_at timestamptz,
  -- Takes no comments any more.
  closed_at timestamptz,
  -- Of topics: the question is answered.
  solved_at timestamptz,
  -- When it was posted or last commented on.
  active_at timestamptz not null,
  -- What the first page that a post links to says of itself. Without it: the post links to none, the page says nothing, or its author took it off.
  preview_id bigint,
  -- A post for the people of one hub: it stands in the feed of the school for whoever belongs to the hub now.
  hub_id bigint,
  -- Posts that wait for their time or for a moderator.
  -- Set for a time, and nobody but its author and publishers sees it: a job lets it out, after it has asked whether that may still be.
  waits boolean not null default false,
  -- Whoever set the time.
  scheduled_by bigint,
  -- Why it was not let out when its time came.
  unpublished text check (unpublished in ('left', 'inactive', 'position', 'gone')),
  -- Hidden because of the word list of the school, until a moderator has looked at it.
  is_held boolean not null default false,
  -- Whether people were told of it, which happens once.
  is_announced boolean not null default true,
  -- The picture above an article of the news.
  cover_id bigint,
  -- The event that a post tells of; those who see the event see it with the post.
  event_id bigint,
  primary key (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  check (club_id is not null or (kind = 'post' and not is_as_club and aimed_at is null)),
  foreign key (school_id, preview_id) references link_previews (school_id, id),
  foreign key (school_id, hub_id) references hubs (school_id, id),
  check (hub_id is null or club_id is null),
  foreign key (school_id, scheduled_by) references users (school_id, id),
  check (unpublished is null or waits),
  foreign key (school_id, cover_id) references uploads (school_id, id),
  check (cover_id is null or kind = 'article'),
  foreign key (school_id, event_id) references events (school_id, id) on delete set null (event_id)
);
create unique index posts_client on posts (school_id, author_id, client_id);
create index posts_deleted on posts (school_id, deleted_at) where deleted_at is not null;
create index posts_newest on posts (school_id, place_id, published_at desc, id desc) where deleted_at is null and kind <> 'topic';
create index posts_news on posts (school_id, club_id, published_at desc, id desc) where deleted_at is null and kind = 'article';
create index posts_topics on posts (school_id, club_id, active_at desc, id desc) where deleted_at is null and kind = 'topic';
create index posts_club on posts (school_id, club_id) where club_id is not null;
create unique index posts_pinned on posts (school_id, place_id) where pinned_at is not null and deleted_at is null and kind <> 'topic';
create index posts_preview on posts (school_id, preview_id) where preview_id is not null;
create index posts_hub on posts (school_id, hub_id) where hub_id is not null;
create index posts_waiting on posts (school_id, place_id, published_at, id) where waits and deleted_at is null;
create index posts_waiting_author on posts (school_id, author_id, published_at, id) where waits and deleted_at is null;
create index posts_scheduled_by on posts (school_id, scheduled_by) where scheduled_by is not null;
create index posts_cover on posts (school_id, cover_id) where cover_id is not null;
create index posts_event on posts (school_id, event_id) where event_id is not null;

create table post_files (
  school_id int not null,
  post_id bigint not null,
  upload_id bigint not null,
  place int not null,
  primary key (school_id, post_id, upload_id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index post_files_upload on post_files (school_id, upload_id);

create table post_likes (
  school_id int not null,
  post_id bigint not null,
  user_id bigint not null,
  liked_at timestamptz not null,
  primary key (school_id, post_id, user_id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index post_likes_user on post_likes (school_id, user_id);
-- Who likes a post, the last first, page by page.
create index post_likes_last on post_likes (school_id, post_id, liked_at desc, user_id desc);

create table polls (
  school_id int not null,
  post_id bigint not null,
  is_multiple boolean not null,
  closes_at timestamptz,
  primary key (school_id, post_id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade
);

create table poll_options (
  school_id int not null,
  post_id bigint not null,
  id bigint not null default new_id(),
  place int not null,
  text text not null,
  primary key (school_id, post_id, id),
  foreign key (school_id, post_id) references polls (school_id, post_id) on delete cascade
);

create table poll_votes (
  school_id int not null,
  post_id bigint not null,
  option_id bigint not null,
  user_id bigint not null,
  voted_at timestamptz not null,
  primary key (school_id, post_id, option_id, user_id),
  foreign key (school_id, post_id, option_id) references poll_options (school_id, post_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index poll_votes_user on poll_votes (school_id, user_id, post_id);

create table comments (
  school_id int not null,
  id bigint not null default new_id(),
  post_id bigint not null,
  reply_to bigint,
  author_id bigint,
  client_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  likes int not null default 0,
  hidden_at timestamptz,
  mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  is_held boolean not null default false,
  is_announced boolean not null default true,
  primary key (school_id, id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, reply_to) references comments (school_id, id) on delete cascade,
  foreign key (school_id, author_id) references users (school_id, id)
);
create unique index comments_client on comments (school_id, author_id, client_id);
create index comments_of_post on comments (school_id, post_id, created_at, id);
create index comments_reply on comments (school_id, reply_to) where reply_to is not null;

create table comment_likes (
  school_id int not null,
  comment_id bigint not null,
  user_id bigint not null,
  liked_at timestamptz not null,
  primary key (school_id, comment_id, user_id),
  foreign key (school_id, comment_id) references comments (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index comment_likes_user on comment_likes (school_id, user_id);

-- What a post or comment said before it was changed.
create table post_edits (
  school_id int not null,
  id bigint not null default new_id(),
  post_id bigint not null,
  -- Null: the post itself.
  comment_id bigint,
  text text not null,
  -- Until when it said so.
  replaced_at timestamptz not null,
  -- Files of a post as they were before an edit changed them, by their names; null: the edit changed none.
  files text[],
  -- The title of a topic or article as it was before an edit changed it; null: the edit did not change it.
  title text,
  primary key (school_id, id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, comment_id) references comments (school_id, id) on delete cascade
);
create index post_edits_post on post_edits (school_id, post_id, comment_id);
create index post_edits_comment on post_edits (school_id, comment_id) where comment_id is not null;

-- When somebody last looked at a feed, a forum or the news. `place_id`: a club, or 0 for the home page.
create table post_visits (
  school_id int not null,
  user_id bigint not null,
  place_id bigint not null,
  part text not null check (part in ('feed', 'forum', 'news')),
  visited_at timestamptz not null,
  primary key (school_id, user_id, place_id, part),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Up to when somebody has read a topic.
create table topic_reads (
  school_id int not null,
  user_id bigint not null,
  post_id bigint not null,
  read_at timestamptz not null,
  primary key (school_id, user_id, post_id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index topic_reads_post on topic_reads (school_id, post_id);

-- What somebody has begun to write. `place_id`: a club, or 0 for the whole school.
create table post_drafts (
  school_id int not null,
  user_id bigint not null,
  place_id bigint not null,
  kind text not null check (kind in ('post', 'topic', 'article')),
  title text not null,
  text text not null,
  saved_at timestamptz not null,
  -- Drafts keep all that the composer has.
  -- Whom its text names.
  mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Whom it is for, when it is published, in whose name, and its poll, as they stand in the composer.
  composed jsonb not null default '{}',
  primary key (school_id, user_id, place_id, kind),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table post_draft_files (
  school_id int not null,
  user_id bigint not null,
  place_id bigint not null,
  kind text not null,
  upload_id bigint not null,
  place int not null,
  primary key (school_id, user_id, place_id, kind, upload_id),
  foreign key (school_id, user_id, place_id, kind) references post_drafts (school_id, user_id, place_id, kind) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index post_draft_files_upload on post_draft_files (school_id, upload_id);

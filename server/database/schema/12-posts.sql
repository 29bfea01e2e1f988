-- A post for the whole school, a hub or a club; also topics of forums and news articles.
create table posts (
  school_id int not null references schools,
  id bigint not null default new_id(),
  -- Null: the author's account was deleted.
  author_id bigint,
  client_id uuid not null,
  text text not null,
  -- The planned time while it is scheduled, even after this time has passed (publish_failure).
  published_at timestamptz not null,
  edited_at timestamptz,
  pinned_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  -- Triggers maintain these counters, so that a page of the feed counts nothing.
  likes int not null default 0,
  comments int not null default 0,
  -- Null: for the whole school. `feed_id` has 0 instead of null, because indexes need it.
  club_id bigint,
  feed_id bigint not null generated always as (coalesce(club_id, 0)) stored,
  kind text not null default 'post' check (kind in ('post', 'topic', 'article')),
  -- Topics and articles have a title.
  title text not null default '' check (length(title) <= 200 and ((kind = 'post') = (title = ''))),
  -- Shown as posted by the club. Only the club's moderators see the author.
  is_as_club boolean not null default false,
  -- Only club members with one of these tags, and officers, see the post. Null: everyone who can read the club's posts.
  aimed_at text[] check (cardinality(aimed_at) between 1 and 20),
  -- People and clubs that the text mentions, as @[id] and @[club:id].
  mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Hidden by moderators or the word list.
  hidden_at timestamptz,
  -- Comments are turned off since then.
  closed_at timestamptz,
  -- The question of a topic is answered.
  solved_at timestamptz,
  -- When it was posted or last commented on.
  active_at timestamptz not null,
  -- The preview of the first link in the post. Null: the post has no link, the page has no preview, or the author removed it.
  preview_id bigint,
  -- A post for one hub. It appears in the school's feed for people who belong to the hub.
  hub_id bigint,
  -- The post is scheduled, and only its author and people who can publish see it. A job publishes it after checking that it is
  -- still allowed.
  is_scheduled boolean not null default false,
  -- The person who last set its time.
  scheduled_by bigint,
  -- The reason why it couldn't be published at its time. Null: it can be published, or it was.
  publish_failure text check (publish_failure in ('left', 'inactive', 'position', 'gone')),
  -- Hidden by the school's word list until a moderator reviews it.
  is_held boolean not null default false,
  -- Whether people were notified of it. This happens once.
  is_announced boolean not null default true,
  -- The picture above an article.
  cover_id bigint,
  -- The event that the post is about. People who can see the event see it with the post.
  event_id bigint,
  primary key (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  check (club_id is not null or (kind = 'post' and not is_as_club and aimed_at is null)),
  foreign key (school_id, preview_id) references link_previews (school_id, id),
  foreign key (school_id, hub_id) references hubs (school_id, id),
  check (hub_id is null or club_id is null),
  foreign key (school_id, scheduled_by) references users (school_id, id),
  check (publish_failure is null or is_scheduled),
  foreign key (school_id, cover_id) references uploads (school_id, id),
  check (cover_id is null or kind = 'article'),
  foreign key (school_id, event_id) references events (school_id, id) on delete set null (event_id)
);
create unique index posts_client on posts (school_id, author_id, client_id);
create index posts_deleted on posts (school_id, deleted_at) where deleted_at is not null;
create index posts_newest on posts (school_id, feed_id, published_at desc, id desc) where deleted_at is null and kind <> 'topic';
create index posts_news on posts (school_id, club_id, published_at desc, id desc) where deleted_at is null and kind = 'article';
create index posts_topics on posts (school_id, club_id, active_at desc, id desc) where deleted_at is null and kind = 'topic';
create index posts_club on posts (school_id, club_id) where club_id is not null;
create unique index posts_pinned on posts (school_id, feed_id) where pinned_at is not null and deleted_at is null and kind <> 'topic';
create index posts_preview on posts (school_id, preview_id) where preview_id is not null;
create index posts_hub on posts (school_id, hub_id) where hub_id is not null;
create index posts_waiting on posts (school_id, feed_id, published_at, id) where is_scheduled and deleted_at is null;
create index posts_waiting_author on posts (school_id, author_id, published_at, id) where is_scheduled and deleted_at is null;
create index posts_scheduled_by on posts (school_id, scheduled_by) where scheduled_by is not null;
create index posts_cover on posts (school_id, cover_id) where cover_id is not null;
create index posts_event on posts (school_id, event_id) where event_id is not null;

create table post_files (
  school_id int not null,
  post_id bigint not null,
  upload_id bigint not null,
  position int not null,
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
-- The people who like a post, the most recent first, for paging.
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
  position int not null,
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

-- An earlier version of a post or comment.
create table post_edits (
  school_id int not null,
  id bigint not null default new_id(),
  post_id bigint not null,
  -- Null: of the post itself.
  comment_id bigint,
  text text not null,
  -- When an edit replaced this version.
  replaced_at timestamptz not null,
  -- The file names before the edit. Null: the edit didn't change the files.
  files text[],
  -- The title of a topic or article before the edit. Null: the edit didn't change it.
  title text,
  primary key (school_id, id),
  foreign key (school_id, post_id) references posts (school_id, id) on delete cascade,
  foreign key (school_id, comment_id) references comments (school_id, id) on delete cascade
);
create index post_edits_post on post_edits (school_id, post_id, comment_id);
create index post_edits_comment on post_edits (school_id, comment_id) where comment_id is not null;

-- A person's last visit to a feed, a forum or the news. `feed_id`: a club, or 0 for the home page.
create table post_visits (
  school_id int not null,
  user_id bigint not null,
  feed_id bigint not null,
  part text not null check (part in ('feed', 'forum', 'news')),
  visited_at timestamptz not null,
  primary key (school_id, user_id, feed_id, part),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- The time up to which a person has read a topic.
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

-- A person's draft of a post. `feed_id`: a club, or 0 for the whole school.
create table post_drafts (
  school_id int not null,
  user_id bigint not null,
  feed_id bigint not null,
  kind text not null check (kind in ('post', 'topic', 'article')),
  title text not null,
  text text not null,
  saved_at timestamptz not null,
  -- The people and clubs that the text mentions.
  mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  -- The other settings of the composer: audience, publication time, author and poll.
  settings jsonb not null default '{}',
  primary key (school_id, user_id, feed_id, kind),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

create table post_draft_files (
  school_id int not null,
  user_id bigint not null,
  feed_id bigint not null,
  kind text not null,
  upload_id bigint not null,
  position int not null,
  primary key (school_id, user_id, feed_id, kind, upload_id),
  foreign key (school_id, user_id, feed_id, kind) references post_drafts (school_id, user_id, feed_id, kind) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index post_draft_files_upload on post_draft_files (school_id, upload_id);

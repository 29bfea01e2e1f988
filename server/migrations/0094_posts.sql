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
  primary key (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id)
);
create unique index posts_client on posts (school_id, author_id, client_id);
create index posts_newest on posts (school_id, published_at desc, id desc) where deleted_at is null;
create unique index posts_pinned on posts (school_id) where pinned_at is not null and deleted_at is null;
create index posts_deleted on posts (school_id, deleted_at) where deleted_at is not null;

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

-- Keeps the counters of posts and comments, a statement at a time.
create function count_likes() returns trigger language plpgsql as $$
declare sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  execute format('update %1$I t set likes = t.likes + $1 * n from (select school_id, %2$I as id, count(*)::int as n from changed group by 1, 2) as c
    where t.school_id = c.school_id and t.id = c.id', tg_argv[0], tg_argv[1]) using sign;
  return null;
end $$;
create trigger post_likes_added after insert on post_likes referencing new table as changed
  for each statement execute function count_likes('posts', 'post_id');
create trigger post_likes_removed after delete on post_likes referencing old table as changed
  for each statement execute function count_likes('posts', 'post_id');
create trigger comment_likes_added after insert on comment_likes referencing new table as changed
  for each statement execute function count_likes('comments', 'comment_id');
create trigger comment_likes_removed after delete on comment_likes referencing old table as changed
  for each statement execute function count_likes('comments', 'comment_id');

create function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update posts p set comments = p.comments + n from (select school_id, post_id, count(*)::int as n from new_rows where deleted_at is null group by 1, 2) as c
    where p.school_id = c.school_id and p.id = c.post_id;
  elsif tg_op = 'UPDATE' then
    update posts p set comments = p.comments + n from (
      select n.school_id, n.post_id, sum((n.deleted_at is null)::int - (o.deleted_at is null)::int)::int as n
      from new_rows n join old_rows o on o.school_id = n.school_id and o.id = n.id group by 1, 2
    ) as c where p.school_id = c.school_id and p.id = c.post_id and n <> 0;
  end if;
  return null;
end $$;
create trigger comments_added after insert on comments referencing new table as new_rows
  for each statement execute function count_comments();
create trigger comments_changed after update on comments referencing old table as old_rows new table as new_rows
  for each statement execute function count_comments();

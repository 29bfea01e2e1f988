-- Posts in clubs: feed, forum topics and news; who reads and writes them; moderation; edits; what is new since the last visit.

-- Who reads what is posted in a club and who posts there. Only members read in clubs that not everybody can enter.
alter table clubs no force row level security;
alter table clubs add column posts_for text not null default 'everyone' check (posts_for in ('everyone', 'members')),
  add column posts_by text not null default 'members' check (posts_by in ('members', 'officers')),
  -- The tabs of its page, in order.
  add column tabs text[] not null default '{feed,about,members,forum,news,surveys}' check (cardinality(tabs) between 1 and 20);
update clubs set posts_for = 'members' where membership in ('invitation', 'closed');
alter table clubs force row level security;

alter table posts
  -- Null: for the whole school. `place_id` is the same with 0 in place of null, which indexes need.
  add column club_id bigint,
  add column place_id bigint not null generated always as (coalesce(club_id, 0)) stored,
  add column kind text not null default 'post' check (kind in ('post', 'topic', 'article')),
  -- Of topics and articles.
  add column title text not null default '' check (length(title) <= 200 and ((kind = 'post') = (title = ''))),
  -- Shown as posted by the club; who wrote it only its moderators see.
  add column is_as_club boolean not null default false,
  -- Only members of the club with one of these tags see it, beside its officers; null: whoever reads the club's posts.
  add column aimed_at text[] check (cardinality(aimed_at) between 1 and 20),
  -- People and clubs that its text names as @[id] and @[club:id].
  add column mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50),
  -- Hidden by moderators.
  add column hidden_at timestamptz,
  -- Takes no comments any more.
  add column closed_at timestamptz,
  -- Of topics: the question is answered.
  add column solved_at timestamptz,
  -- When it was posted or last commented on.
  add column active_at timestamptz,
  add foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  add check (club_id is not null or (kind = 'post' and not is_as_club and aimed_at is null));
alter table posts no force row level security;
update posts p set active_at = greatest(p.published_at, (select max(c.created_at) from comments c where c.school_id = p.school_id and c.post_id = p.id));
alter table posts alter column active_at set not null;
alter table posts force row level security;

drop index posts_newest;
drop index posts_pinned;
create index posts_newest on posts (school_id, place_id, published_at desc, id desc) where deleted_at is null and kind <> 'topic';
create index posts_news on posts (school_id, club_id, published_at desc, id desc) where deleted_at is null and kind = 'article';
create index posts_topics on posts (school_id, club_id, active_at desc, id desc) where deleted_at is null and kind = 'topic';
create index posts_club on posts (school_id, club_id) where club_id is not null;
create unique index posts_pinned on posts (school_id, place_id) where pinned_at is not null and deleted_at is null and kind <> 'topic';

alter table comments add column hidden_at timestamptz,
  add column mentions bigint[] not null default '{}' check (cardinality(mentions) <= 50);

-- A comment that is deleted or hidden is not counted. A new one makes its post active.
create or replace function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update posts p set comments = p.comments + n, active_at = greatest(p.active_at, latest)
    from (select school_id, post_id, count(*)::int as n, max(created_at) as latest from new_rows where deleted_at is null group by 1, 2) as c
    where p.school_id = c.school_id and p.id = c.post_id;
  elsif tg_op = 'UPDATE' then
    update posts p set comments = p.comments + n from (
      select n.school_id, n.post_id, sum((n.deleted_at is null and n.hidden_at is null)::int - (o.deleted_at is null and o.hidden_at is null)::int)::int as n
      from new_rows n join old_rows o on o.school_id = n.school_id and o.id = n.id group by 1, 2
    ) as c where p.school_id = c.school_id and p.id = c.post_id and n <> 0;
  end if;
  return null;
end $$;

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
  primary key (school_id, user_id, place_id, kind),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Positions that edit their club also write and moderate in it.
alter table roles no force row level security;
update roles set permissions = permissions || array['posts.moderate', 'posts.publish'] where scope = 'club' and 'clubs.edit' = any(permissions);
alter table roles force row level security;

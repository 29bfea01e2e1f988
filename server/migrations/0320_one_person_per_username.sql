-- Usernames that differ only in capitals are one person (RFC 7643, 4.1.1: userName is not case-exact).

-- People whose username differed from somebody else's only in capitals when the database began to refuse that.
-- `username` is what they were called; `kept_id` is the person who keeps the name. Until an operator settles a row
-- (npm run campus -- person doubles), nobody new signs in by that name, and imports that use it are refused.
create table username_doubles (
  school_id int not null references schools,
  user_id bigint not null,
  username text not null,
  username_key text not null generated always as (lower(username)) stored,
  kept_id bigint not null,
  found_at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, kept_id) references users (school_id, id) on delete cascade
);
create index username_doubles_key on username_doubles (school_id, username_key);
create index username_doubles_kept on username_doubles (school_id, kept_id);

-- The name stays with an account that is active, then with one that a password, single sign-on or a roster knows, then
-- with the oldest. The others keep everything but get their id behind the name, which nobody else can have.
with ranked as (
  select u.school_id, u.id, u.username, first_value(u.id) over same as kept_id, row_number() over same as place
  from users u
  where exists (select from users o where o.school_id = u.school_id and o.username_key = u.username_key and o.id <> u.id)
  window same as (
    partition by u.school_id, u.username_key
    order by u.is_disabled,
      not (exists (select from credentials c where c.school_id = u.school_id and c.user_id = u.id)
        or exists (select from sso_links l where l.school_id = u.school_id and l.user_id = u.id)
        or exists (select from roster_users r where r.school_id = u.school_id and r.user_id = u.id)),
      u.created_at, u.id
    rows between unbounded preceding and unbounded following)
)
insert into username_doubles (school_id, user_id, username, kept_id, found_at)
select school_id, id, username, kept_id, now() from ranked where place > 1;

update users u set username = left(d.username, 95) || '~' || u.id
from username_doubles d where d.school_id = u.school_id and d.user_id = u.id;

drop index users_username_key;
create unique index users_username_folded on users (school_id, username_key);

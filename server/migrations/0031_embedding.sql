-- Host pages that may embed a school's campus, and the codes with which somebody is signed in there.

-- Exact origins, one text each. They are written into headers, so that nothing but an origin's own signs may stand in them.
alter table schools add column embed_origins text[] not null default '{}'
  check (array_to_string(embed_origins, ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]+)?( https?://[a-z0-9.-]+(:[0-9]+)?)*)?$');

-- A code signs one person in, once, inside a page of one origin. Only its hash is kept.
create table embed_codes (
  school_id int not null,
  code_hash bytea not null,
  user_id bigint not null,
  origin text not null,
  expires_at timestamptz not null,
  primary key (school_id, code_hash),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index embed_codes_user on embed_codes (school_id, user_id);
create index embed_codes_expired on embed_codes (school_id, expires_at);

-- A code: somebody else vouched for the person.
alter table sessions drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'oidc', 'saml', 'code'));

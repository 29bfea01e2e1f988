-- Newsletters: written by those who run the campus, sent to an audience once, read in the inbox and by mail.

create table newsletters (
  school_id int not null,
  id bigint not null default new_id(),
  title text not null check (length(title) <= 200),
  summary text not null check (length(summary) <= 300),
  -- As contract/src/newsletters.ts declares them; written through its schema only.
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  audience jsonb not null check (jsonb_typeof(audience) = 'object'),
  by_mail boolean not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sent')),
  version int not null default 1,
  by_id bigint not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  send_at timestamptz,
  -- Where the links of its mails lead: the address of the school at which somebody scheduled it.
  origin text,
  sent_at timestamptz,
  recipients int not null default 0,
  -- Copies read and mailed: counted as it happens, for the list shows many newsletters of many copies.
  read int not null default 0,
  mailed int not null default 0,
  check ((state = 'draft') = (send_at is null)),
  check ((state = 'sent') = (sent_at is not null)),
  primary key (school_id, id),
  foreign key (school_id, by_id) references users (school_id, id)
);
create index newsletters_by on newsletters (school_id, by_id);
create index newsletters_changed on newsletters (school_id, changed_at desc, id);

-- One row a person it was sent to.
create table newsletter_copies (
  school_id int not null,
  newsletter_id bigint not null,
  user_id bigint not null,
  sent_at timestamptz not null,
  read_at timestamptz,
  -- Why no mail went or goes; null while it waits or has gone.
  mail_skipped text check (mail_skipped in ('not_wanted', 'no_address', 'not_by_mail', 'read_before', 'refused')),
  mail_claimed_at timestamptz,
  mailed_at timestamptz,
  primary key (school_id, newsletter_id, user_id),
  foreign key (school_id, newsletter_id) references newsletters (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index newsletter_copies_of_person on newsletter_copies (school_id, user_id, sent_at desc, newsletter_id) include (read_at);
create index newsletter_copies_to_mail on newsletter_copies (school_id, newsletter_id, user_id) where mailed_at is null and mail_skipped is null;

-- Who wants no newsletters by mail.
create table newsletter_refusals (
  school_id int not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- Pictures of newsletters; what none of them shows is swept after a day.
create table newsletter_pictures (
  school_id int not null,
  name text not null,
  width int not null,
  height int not null,
  by_id bigint not null,
  put_at timestamptz not null,
  primary key (school_id, name),
  foreign key (school_id, by_id) references users (school_id, id)
);
create index newsletter_pictures_by on newsletter_pictures (school_id, by_id);

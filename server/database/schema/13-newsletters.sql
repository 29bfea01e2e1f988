-- An email to an audience, which is sent once and read by email and in the inbox.
create table newsletters (
  school_id int not null,
  id bigint not null default new_id(),
  title text not null check (length(title) <= 200),
  summary text not null check (length(summary) <= 300),
  -- Content as declared in contract/src/newsletters.ts; always validated by that schema.
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  audience jsonb not null check (jsonb_typeof(audience) = 'object'),
  by_mail boolean not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sent')),
  version int not null default 1,
  created_by bigint not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  send_at timestamptz,
  -- The address of the school for links, from the person who scheduled it.
  origin text,
  sent_at timestamptz,
  recipients int not null default 0,
  -- The numbers of copies that were read and emailed. They are counted as it happens, because the list shows many newsletters with
  -- many copies.
  read int not null default 0,
  mailed int not null default 0,
  -- The person who scheduled it, for the activity log entry when it is sent. Null: a draft, or scheduled before this was recorded.
  scheduled_by bigint,
  -- The club of a club email; null: of the school.
  club_id bigint,
  -- The number of copies that the mail server refused, counted as it happens.
  bounced int not null default 0,
  -- The reason why a scheduled club email became a draft again: the club couldn't be changed, or the person who scheduled it can't
  -- send emails there anymore.
  returned text constraint newsletters_returned_draft check (returned is null or (returned in ('club', 'sender') and state = 'draft')),
  -- The event of an event email; null: of the school or a club.
  event_id bigint,
  -- The client's id for the creation: the same id returns the first result. Null: created without one.
  client_id uuid,
  primary key (school_id, id),
  constraint newsletters_draft_has_no_time check ((state = 'draft') = (send_at is null)),
  constraint newsletters_sent_has_time check ((state = 'sent') = (sent_at is not null)),
  foreign key (school_id, created_by) references users (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  constraint newsletters_one_source check (club_id is null or event_id is null)
);
create index newsletters_by on newsletters (school_id, created_by);
create index newsletters_of_club on newsletters (school_id, club_id, changed_at desc, id);
create index newsletters_of_event on newsletters (school_id, event_id, changed_at desc, id);
create index newsletters_changed on newsletters (school_id, changed_at desc, id) where club_id is null and event_id is null;
create unique index newsletters_client on newsletters (school_id, created_by, client_id) where client_id is not null;

-- A recipient's copy of a newsletter.
create table newsletter_copies (
  school_id int not null,
  newsletter_id bigint not null,
  user_id bigint not null,
  sent_at timestamptz not null,
  read_at timestamptz,
  -- The reason why no email is sent. Null: it is waiting or was sent.
  email_skip_reason text check (email_skip_reason in ('not_wanted', 'no_address', 'not_by_mail', 'read_before', 'refused')),
  email_claimed_at timestamptz,
  emailed_at timestamptz,
  -- When to try a failed email again, so that it doesn't delay others.
  email_attempts int not null default 0,
  email_due_at timestamptz,
  primary key (school_id, newsletter_id, user_id),
  foreign key (school_id, newsletter_id) references newsletters (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index newsletter_copies_of_person on newsletter_copies (school_id, user_id, sent_at desc, newsletter_id) include (read_at);
create index newsletter_copies_to_mail on newsletter_copies (school_id, newsletter_id, user_id) where emailed_at is null and email_skip_reason is null;

-- A person who gets no newsletters by email.
create table newsletter_opt_outs (
  school_id int not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);

-- A picture for newsletters. Cleanup deletes it after a day if no newsletter shows it.
create table newsletter_pictures (
  school_id int not null,
  name text not null,
  width int not null,
  height int not null,
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (school_id, name),
  foreign key (school_id, created_by) references users (school_id, id)
);
create index newsletter_pictures_by on newsletter_pictures (school_id, created_by);

-- A person who gets no emails from a club.
create table newsletter_club_opt_outs (
  school_id int not null,
  user_id bigint not null,
  club_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id, club_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create index newsletter_club_opt_outs_club on newsletter_club_opt_outs (school_id, club_id, user_id);

-- A person who gets no emails about an event.
create table newsletter_event_opt_outs (
  school_id int not null,
  user_id bigint not null,
  event_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id, event_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade
);
create index newsletter_event_opt_outs_event on newsletter_event_opt_outs (school_id, event_id, user_id);

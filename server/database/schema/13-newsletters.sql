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
  -- Who set the time at which a newsletter is sent: the audit log names them when it has come. Null: set before this was kept, or a draft.
  scheduled_by bigint,
  -- E-mails from clubs to their members: newsletters that belong to a club.
  -- Null: of the school.
  club_id bigint,
  -- Copies whose mail the mail server refused, counted as it happens.
  bounced int not null default 0,
  -- Why one of a club is a draft again although its time had come: nothing could be changed in the club, or whoever set the time may
  -- no longer send there.
  returned text constraint newsletters_returned_draft check (returned is null or (returned in ('club', 'sender') and state = 'draft')),
  -- E-mails about an event to its attendees: newsletters that belong to an event.
  -- Null: of the school or a club.
  event_id bigint,
  -- What is created twice with the same id of its client is answered with the first result. Null: created before, or without one.
  client_id uuid,
  primary key (school_id, id),
  constraint newsletters_draft_has_no_time check ((state = 'draft') = (send_at is null)),
  constraint newsletters_sent_has_time check ((state = 'sent') = (sent_at is not null)),
  foreign key (school_id, by_id) references users (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references events (school_id, id) on delete cascade,
  constraint newsletters_one_source check (club_id is null or event_id is null)
);
create index newsletters_by on newsletters (school_id, by_id);
create index newsletters_of_club on newsletters (school_id, club_id, changed_at desc, id);
create index newsletters_of_event on newsletters (school_id, event_id, changed_at desc, id);
create index newsletters_changed on newsletters (school_id, changed_at desc, id) where club_id is null and event_id is null;
create unique index newsletters_client on newsletters (school_id, by_id, client_id) where client_id is not null;

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
  -- A mail that did not go is tried again at a time of its own, and does not hold up the others.
  mail_tries int not null default 0,
  mail_due_at timestamptz,
  primary key (school_id, newsletter_id, user_id),
  foreign key (school_id, newsletter_id) references newsletters (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index newsletter_copies_of_person on newsletter_copies (school_id, user_id, sent_at desc, newsletter_id) include (read_at);
create index newsletter_copies_to_mail on newsletter_copies (school_id, newsletter_id, user_id) where mailed_at is null and mail_skipped is null;

-- Who wants no newsletters by mail.
create table newsletter_opt_outs (
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

-- Who wants no mail of which club.
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

-- Who wants no mail about which event.
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

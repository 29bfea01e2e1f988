-- E-mails from clubs to their members: newsletters that belong to a club.

-- Null: of the school.
alter table newsletters add column club_id bigint;
alter table newsletters add foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade;
-- Copies whose mail the mail server refused, counted as it happens.
alter table newsletters add column bounced int not null default 0;
-- Why one of a club is a draft again although its time had come: nothing could be changed in the club, or whoever set the time may
-- no longer send there.
alter table newsletters add column returned text check (returned is null or (returned in ('club', 'sender') and state = 'draft'));
create index newsletters_of_club on newsletters (school_id, club_id, changed_at desc, id);
-- The school's list reads its own alone, however many the clubs have.
drop index newsletters_changed;
create index newsletters_changed on newsletters (school_id, changed_at desc, id) where club_id is null;

-- Who wants no mail of which club.
create table newsletter_club_refusals (
  school_id int not null,
  user_id bigint not null,
  club_id bigint not null,
  at timestamptz not null,
  primary key (school_id, user_id, club_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create index newsletter_club_refusals_club on newsletter_club_refusals (school_id, club_id, user_id);

alter table newsletters no force row level security;
alter table newsletter_copies no force row level security;
update newsletters n set bounced = c.bounced from (
  select school_id, newsletter_id, count(*)::int as bounced from newsletter_copies where mail_skipped = 'refused' group by 1, 2
) c where c.school_id = n.school_id and c.newsletter_id = n.id;
alter table newsletters force row level security;
alter table newsletter_copies force row level security;

-- Positions that edit their club write to its members.
alter table roles no force row level security;
update roles set permissions = permissions || array['emails.send'] where scope = 'club' and 'clubs.edit' = any(permissions);
alter table roles force row level security;

-- Forms: what other features ask people, with answers. A form belongs to a row of another feature: a survey, later an event.
create table forms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  owner_kind text not null,
  owner_id bigint not null,
  is_anonymous boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  opens_at timestamptz,
  closes_at timestamptz,
  answer_limit int check (answer_limit > 0),
  -- Counts its changes, so that two people who edit it do not overwrite each other.
  version int not null default 1,
  -- The newest of its definitions.
  revision int not null default 1,
  answers int not null default 0 check (answers >= 0),
  primary key (school_id, id),
  check (closes_at > opens_at)
);
create unique index forms_owner on forms (school_id, owner_kind, owner_id);

-- What a form asks. Once somebody has answered one, a change makes the next, so that answers stay with their questions.
create table form_definitions (
  school_id int not null,
  form_id bigint not null,
  revision int not null,
  definition jsonb not null,
  primary key (school_id, form_id, revision),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade
);

-- Answers with the person who gave them.
create table form_answers (
  school_id int not null,
  id bigint not null default new_id(),
  form_id bigint not null,
  revision int not null,
  user_id bigint not null,
  answers jsonb not null,
  answered_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  -- No cascade: questions with answers cannot go alone.
  foreign key (school_id, form_id, revision) references form_definitions (school_id, form_id, revision),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index form_answers_person on form_answers (school_id, form_id, user_id);
create index form_answers_newest on form_answers (school_id, form_id, answered_at desc, id desc);
create index form_answers_revision on form_answers (school_id, form_id, revision);
create index form_answers_user on form_answers (school_id, user_id);

-- Who has answered an anonymous form. Nothing here says when, or which answer is theirs.
create table form_participations (
  school_id int not null,
  form_id bigint not null,
  user_id bigint not null,
  primary key (school_id, form_id, user_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index form_participations_user on form_participations (school_id, user_id);

-- All answers to an anonymous form in one row, which each answer writes anew, in the order of random keys: no number, time or
-- transaction of a row tells them apart.
create table form_pools (
  school_id int not null,
  form_id bigint not null,
  answers jsonb not null default '[]',
  primary key (school_id, form_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade
);

-- What somebody has begun to answer. Of anonymous forms there are none.
create table form_drafts (
  school_id int not null,
  form_id bigint not null,
  user_id bigint not null,
  answers jsonb not null,
  saved_at timestamptz not null,
  primary key (school_id, form_id, user_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index form_drafts_user on form_drafts (school_id, user_id);

-- Files that somebody's answers or draft name.
create table form_files (
  school_id int not null,
  form_id bigint not null,
  user_id bigint not null,
  upload_id bigint not null,
  primary key (school_id, form_id, user_id, upload_id),
  foreign key (school_id, form_id) references forms (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index form_files_upload on form_files (school_id, upload_id);
create index form_files_user on form_files (school_id, user_id);

-- An anonymous form has neither answers with a person nor drafts, whoever writes them; and it stays what it is once it is published.
create function check_form_is_named() returns trigger language plpgsql as $$
begin
  if (select is_anonymous from forms f where f.school_id = new.school_id and f.id = new.form_id) then
    raise exception 'an anonymous form holds nothing of a person' using errcode = 'check_violation', constraint = 'form_is_named';
  end if;
  return new;
end $$;
create trigger form_answers_named before insert or update on form_answers for each row execute function check_form_is_named();
create trigger form_drafts_named before insert or update on form_drafts for each row execute function check_form_is_named();
create trigger form_files_named before insert or update on form_files for each row execute function check_form_is_named();

create function check_form_stays_anonymous() returns trigger language plpgsql as $$
begin
  raise exception 'a published form stays anonymous or not' using errcode = 'check_violation', constraint = 'form_stays_anonymous';
end $$;
create trigger form_stays_anonymous before update of is_anonymous on forms
  for each row when (old.is_anonymous <> new.is_anonymous and (old.state <> 'draft' or old.answers > 0)) execute function check_form_stays_anonymous();

-- Surveys: forms that a club sends to its members or to everyone of the school.
create table surveys (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  title text not null check (length(title) <= 120),
  description text not null default '' check (length(description) <= 1000),
  audience text not null default 'members' check (audience in ('members', 'tags', 'school')),
  -- Tags of members whom it is for, where the audience is tags.
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  created_by bigint,
  client_id uuid not null,
  created_at timestamptz not null,
  published_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade,
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);
create unique index surveys_client on surveys (school_id, created_by, client_id);
create index surveys_club on surveys (school_id, club_id, created_at desc, id desc);

create function delete_form_of_survey() returns trigger language plpgsql as $$
begin
  delete from forms f where f.school_id = old.school_id and f.owner_kind = 'survey' and f.owner_id = old.id;
  return null;
end $$;
create trigger surveys_form after delete on surveys for each row execute function delete_form_of_survey();

-- The published surveys that somebody may see: the one place where the rule stands. Officers see those of their club.
create function surveys_seen_by(viewer bigint, is_staff boolean) returns setof surveys language sql stable as $$
  select s.* from surveys s
  where s.published_at is not null
    and exists (select from clubs_seen_by(viewer, is_staff) c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null)
    and (is_staff or s.audience = 'school'
      or exists (select from role_grants g where g.school_id = s.school_id and g.scope_id = s.club_id and g.user_id = viewer)
      or exists (select from club_members m where m.school_id = s.school_id and m.club_id = s.club_id and m.user_id = viewer
        and m.status = 'member' and (s.audience = 'members' or m.tags && s.tags)))
$$;

-- Whom surveys may be sent by: the positions that may edit a club.
alter table roles no force row level security;
update roles set permissions = permissions || '{surveys.manage}'
  where scope = 'club' and 'clubs.edit' = any(permissions) and not 'surveys.manage' = any(permissions);
alter table roles force row level security;

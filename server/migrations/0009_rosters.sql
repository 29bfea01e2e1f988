-- What a school's student information system says (OneRoster), and what stood before each import.

-- One row an import that changed something. Ids are of the whole installation, so that an operator names one without its school.
create table imports (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  at timestamptz not null,
  source text not null,
  format text not null,
  counts jsonb not null default '{}',
  undone_at timestamptz,
  primary key (school_id, id)
);

-- What an import did to a row. `before` and `after` hold the columns it changed; both are null when it added the row.
create table import_ledger (
  school_id int not null,
  import_id bigint not null,
  table_name text not null,
  key text not null,
  before jsonb,
  after jsonb,
  primary key (school_id, import_id, table_name, key),
  foreign key (school_id, import_id) references imports (school_id, id) on delete cascade
);

create table roster_orgs (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  name text,
  type text,
  identifier text,
  parent_sourced_id text,
  primary key (school_id, sourced_id)
);

create table roster_academic_sessions (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  type text,
  start_date date,
  end_date date,
  parent_sourced_id text,
  school_year int,
  primary key (school_id, sourced_id)
);

create table roster_courses (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  school_year_sourced_id text,
  title text,
  course_code text,
  grades text[],
  org_sourced_id text,
  subjects text[],
  subject_codes text[],
  primary key (school_id, sourced_id)
);

create table roster_classes (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  grades text[],
  course_sourced_id text,
  class_code text,
  class_type text,
  location text,
  school_sourced_id text,
  term_sourced_ids text[],
  subjects text[],
  subject_codes text[],
  periods text[],
  primary key (school_id, sourced_id)
);
create index roster_classes_course on roster_classes (school_id, course_sourced_id);

-- People as the roster tells of them, and who they are here. Null in user_id: nobody was made, because the roster had
-- ended them before, or the person is gone. `role` and `is_adviser` come from roster_roles where the roster has those.
create table roster_users (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  user_id bigint,
  is_enabled boolean,
  org_sourced_ids text[],
  role text,
  is_adviser boolean not null default false,
  username text,
  user_ids text[],
  given_name text,
  family_name text,
  middle_name text,
  identifier text,
  email text,
  sms text,
  phone text,
  agent_sourced_ids text[],
  grades text[],
  user_master_identifier text,
  resource_sourced_ids text[],
  preferred_given_name text,
  preferred_middle_name text,
  preferred_family_name text,
  primary_org_sourced_id text,
  pronouns text,
  primary key (school_id, sourced_id),
  unique (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id)
);

create table roster_roles (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  user_sourced_id text,
  role_type text,
  role text,
  begin_date date,
  end_date date,
  org_sourced_id text,
  user_profile_sourced_id text,
  primary key (school_id, sourced_id)
);
create index roster_roles_user on roster_roles (school_id, user_sourced_id);

create table roster_enrollments (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  class_sourced_id text,
  school_sourced_id text,
  user_sourced_id text,
  role text,
  is_primary boolean,
  begin_date date,
  end_date date,
  primary key (school_id, sourced_id)
);
create index roster_enrollments_class on roster_enrollments (school_id, class_sourced_id, user_sourced_id);
create index roster_enrollments_user on roster_enrollments (school_id, user_sourced_id);

-- Keyed by the sourcedId of the person.
create table roster_demographics (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  birth_date date,
  sex text,
  american_indian_or_alaska_native boolean,
  asian boolean,
  black_or_african_american boolean,
  native_hawaiian_or_other_pacific_islander boolean,
  white boolean,
  two_or_more_races boolean,
  hispanic_or_latino boolean,
  country_of_birth text,
  state_of_birth text,
  city_of_birth text,
  public_school_residence_status text,
  primary key (school_id, sourced_id)
);

-- Keeps in the ledger what an import does to a table, whichever statement does it. The arguments are the columns of its
-- key after school_id. Runs only while commons.import_id names an import. Of a row that an import changes twice, the
-- first `before` and the last `after` stand.
create function keep_in_ledger() returns trigger language plpgsql as $$
declare
  import_id bigint := current_setting('commons.import_id')::bigint;
  key text := (select format('concat_ws(E''\x1f'', %s)', string_agg('n.' || quote_ident(c), ', ' order by place)) from unnest(tg_argv) with ordinality as a (c, place));
  same text := (select string_agg(format('n.%1$I = o.%1$I', c), ' and ') from unnest(tg_argv) as c);
begin
  if tg_op = 'INSERT' then
    execute format('insert into import_ledger (school_id, import_id, table_name, key)
      select n.school_id, $1, %L, %s from new_rows n', tg_table_name, key) using import_id;
  else
    execute format('insert into import_ledger as l (school_id, import_id, table_name, key, before, after)
      select n.school_id, $1, %L, %s, d.before, d.after
      from old_rows o join new_rows n on n.school_id = o.school_id and %s, lateral (
        select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, a.value) as after
        from jsonb_each(to_jsonb(o)) b join jsonb_each(to_jsonb(n)) a on a.key = b.key where a.value is distinct from b.value
      ) as d where d.before is not null
      on conflict (school_id, import_id, table_name, key) do update set before = excluded.before || l.before, after = l.after || excluded.after',
      tg_table_name, key, same) using import_id;
  end if;
  return null;
end $$;

do $$
declare t record;
begin
  for t in select * from (values ('users', 'id'), ('connections', 'low_id, high_id'), ('roster_orgs', 'sourced_id'),
    ('roster_academic_sessions', 'sourced_id'), ('roster_courses', 'sourced_id'), ('roster_classes', 'sourced_id'), ('roster_users', 'sourced_id'),
    ('roster_roles', 'sourced_id'), ('roster_enrollments', 'sourced_id'), ('roster_demographics', 'sourced_id')) as ledgered (name, key)
  loop
    execute format('create trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_insert', t.name, t.key);
    execute format('create trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(%s)',
      t.name || '_ledger_update', t.name, t.key);
  end loop;
end $$;

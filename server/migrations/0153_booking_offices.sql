-- Offices: people who offer the same kind of meeting. Whoever books does not choose among them (decision 058).
create table booking_offices (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 80),
  note text not null default '',
  is_open boolean not null default true,
  -- The kind of meeting, as in booking_kinds.
  kind jsonb not null,
  created_by bigint,
  client_id uuid not null,
  version int not null default 1,
  primary key (school_id, id),
  unique (school_id, created_by, client_id),
  foreign key (school_id, created_by) references users (school_id, id) on delete set null (created_by)
);

-- A kind of an office, as each of its people has it: offered by the office alone.
alter table booking_kinds add column office_id bigint,
  add foreign key (school_id, office_id) references booking_offices (school_id, id) on delete set null (office_id);
create index booking_kinds_office on booking_kinds (school_id, office_id) where office_id is not null;
create unique index booking_kinds_office_user on booking_kinds (school_id, office_id, user_id) where office_id is not null;

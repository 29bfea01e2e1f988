-- Rooms of the school, and what they are reserved for.
create table rooms (
  school_id int not null references schools,
  id bigint not null default new_id(),
  name text not null check (length(name) between 1 and 120),
  building text not null default '',
  -- Null: unknown.
  capacity int check (capacity between 1 and 100000),
  note text not null default '',
  -- False: it can no longer be reserved; what is reserved stays.
  is_active boolean not null default true,
  version int not null default 1,
  client_id uuid not null,
  primary key (school_id, id),
  unique (school_id, client_id)
);
create unique index rooms_name on rooms (school_id, lower(building), lower(name));

-- A room is reserved by something of another feature, such as an event. Two never have it at once.
create table room_reservations (
  school_id int not null,
  id bigint not null default new_id(),
  room_id bigint not null,
  holder_kind text not null,
  holder_id bigint not null,
  during tstzrange not null check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  primary key (school_id, id),
  foreign key (school_id, room_id) references rooms (school_id, id) on delete cascade,
  constraint room_reservations_overlap exclude using gist (int4range(school_id, school_id, '[]') with &&,
    int8range(room_id, room_id, '[]') with &&, during with &&)
);
create index room_reservations_room on room_reservations (school_id, room_id);
create index room_reservations_holder on room_reservations (school_id, holder_kind, holder_id);

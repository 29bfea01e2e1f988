-- A time that became free is held for the first person who waits for its host, for as many hours as the host says; null: everybody who
-- waits is told, as before, and whoever books first has it. A held place stays taken in its slot, so that the same constraints keep
-- others from it.
alter table booking_offers add column wait_hours int default 2 check (wait_hours between 1 and 48);

create table booking_holds (
  school_id int not null,
  slot_id bigint not null,
  user_id bigint not null,
  until timestamptz not null,
  primary key (school_id, slot_id, user_id),
  foreign key (school_id, slot_id) references booking_slots (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index booking_holds_user on booking_holds (school_id, user_id);
create index booking_holds_until on booking_holds (school_id, until);

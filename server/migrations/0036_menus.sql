-- Menus that those who run a campus have written: the school's own (hub_id null) and one a hub. `document` null: back to what stands
-- in its place; the row stays, so that its version never comes twice.

create table menus (
  school_id int not null references schools,
  id bigint not null default new_id(),
  hub_id bigint,
  document jsonb check (document is null or jsonb_typeof(document) = 'object'),
  version int not null,
  changed_at timestamptz not null,
  primary key (school_id, id),
  foreign key (school_id, hub_id) references hubs (school_id, id) on delete cascade,
  unique nulls not distinct (school_id, hub_id)
);

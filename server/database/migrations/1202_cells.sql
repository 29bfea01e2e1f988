-- Schools that this cell doesn't serve completely, by id. Schools without a row are active. A row is never part of a move to another
-- cell, because the same school has another state there.
-- @unfenced: read before the school is known, and by the outbox for all schools; the application role can't read it.
create table school_states (
  school int primary key,
  -- frozen: can be read, but not changed. moved: another cell serves it. arriving: its rows are being copied to this cell.
  state text not null check (state in ('frozen', 'moved', 'arriving')),
  -- The name of the cell that serves a moved school.
  moved_to text check (length(moved_to) <= 200),
  changed_at timestamptz not null default now()
);
grant select on school_states to commons_relay;

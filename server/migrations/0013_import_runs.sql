-- Imports that an admin makes in the browser: from the first file to the end, whichever it is. What is stored stands in `imports`.

alter table imports add column by_id bigint;
alter table imports add foreign key (school_id, by_id) references users (school_id, id) on delete set null (by_id);
create index imports_by on imports (school_id, by_id);

-- `state` is the one truth: whoever works on a run takes it from one state to the next, and the transaction that stores
-- an import ends with that step, so that a run which was cancelled or given up meanwhile stores nothing.
-- `beat_at` says that somebody works on it.
create table import_runs (
  school_id int not null references schools,
  id bigint not null generated always as identity,
  kind text not null check (kind in ('import', 'undo')),
  state text not null check (state in ('collecting', 'waiting', 'checking', 'ready', 'confirmed', 'storing', 'done', 'refused', 'failed', 'cancelled')),
  by_id bigint,
  source text not null,
  -- The import it has stored, or takes back.
  import_id bigint,
  progress jsonb,
  report jsonb,
  reason text,
  -- How many people it may end: as many as whoever confirmed it has said.
  end_up_to int,
  began_at timestamptz not null,
  stage_at timestamptz not null,
  beat_at timestamptz not null,
  ended_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, by_id) references users (school_id, id) on delete set null (by_id)
);
create unique index import_runs_one on import_runs (school_id)
  where state in ('collecting', 'waiting', 'checking', 'ready', 'confirmed', 'storing');
create index import_runs_by on import_runs (school_id, by_id);

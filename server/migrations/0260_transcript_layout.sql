-- How the school's transcripts look. What was issued keeps its file, and so the looks it was issued with.
create table record_layouts (
  school_id int not null references schools,
  signatory text not null default '' check (length(signatory) <= 120),
  -- By language: { "en": { "office", "signatoryTitle", "introduction" } }.
  texts jsonb not null,
  -- Parts that are shown.
  shown text[] not null check (shown <@ array['dates', 'hours', 'verifiers', 'competencies', 'reflections']),
  signature_id bigint,
  version int not null default 1,
  primary key (school_id),
  foreign key (school_id, signature_id) references uploads (school_id, id)
);
create index record_layouts_signature on record_layouts (school_id, signature_id) where signature_id is not null;

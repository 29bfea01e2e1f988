-- A survey may count as service: each answer proposes an experience of a kind, with the hours that one of its questions asks for.
alter table surveys
  add column service_kind_id bigint,
  -- The id of a question that is answered with a number.
  add column service_question text check (length(service_question) <= 12),
  add foreign key (school_id, service_kind_id) references record_kinds (school_id, id) on delete set null (service_kind_id);
create index surveys_service_kind on surveys (school_id, service_kind_id) where service_kind_id is not null;

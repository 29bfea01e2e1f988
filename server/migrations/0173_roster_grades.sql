-- The gradebook of OneRoster: categories, line items and results, as its files say them (decision 062).

create table roster_categories (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  weight float8,
  primary key (school_id, sourced_id)
);

create table roster_line_items (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  title text,
  description text,
  assign_date text,
  due_date text,
  class_sourced_id text,
  category_sourced_id text,
  grading_period_sourced_id text,
  academic_session_sourced_id text,
  school_sourced_id text,
  result_value_min float8,
  result_value_max float8,
  primary key (school_id, sourced_id)
);

create table roster_results (
  school_id int not null references schools,
  sourced_id text not null,
  is_ended boolean not null default false,
  modified_at timestamptz,
  line_item_sourced_id text,
  student_sourced_id text,
  class_sourced_id text,
  score_status text,
  score float8,
  text_score text,
  score_date text,
  comment text,
  is_in_progress boolean,
  is_incomplete boolean,
  is_late boolean,
  is_missing boolean,
  primary key (school_id, sourced_id)
);
create index roster_results_student on roster_results (school_id, student_sourced_id);

do $$
declare t text;
begin
  foreach t in array array['roster_categories', 'roster_line_items', 'roster_results']
  loop
    execute format('create trigger %s after insert on %I referencing new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(sourced_id)',
      t || '_ledger_insert', t);
    execute format('create trigger %s after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (current_setting(''commons.import_id'', true) <> '''') execute function keep_in_ledger(sourced_id)',
      t || '_ledger_update', t);
  end loop;
end $$;

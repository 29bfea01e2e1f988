-- A personal event that a calendar program stored by CalDAV (decision 080). The other columns of the event are read from the file.
alter table personal_events
  add column uid text check (length(uid) between 1 and 255),
  -- The last part of the URL under which the program stored it. Null: derived from the id.
  add column file_name text check (length(file_name) between 1 and 255),
  -- The file as the program sent it, or as the web app changed it. Null: written from the other columns.
  add column ics text check (octet_length(ics) <= 131072),
  -- Canceled dates, and dates with another title or location, by the start that the rule gives.
  add column dates jsonb check (jsonb_typeof(dates) = 'object'),
  add column is_tentative boolean not null default false,
  add column is_canceled boolean not null default false;
create unique index personal_events_uid on personal_events (school_id, user_id, uid) where uid is not null;
create unique index personal_events_file on personal_events (school_id, user_id, file_name) where file_name is not null;

-- True if a calendar program can change personal events with this password, not only read.
alter table calendar_passwords add column can_write boolean not null default false;

-- The calendar that the state belongs to: `campus` has everything that people can't change there.
alter table calendar_sync_states add column collection text not null default 'campus' check (collection in ('campus', 'personal'));

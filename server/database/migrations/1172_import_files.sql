-- The uploaded files of an import in a bucket, by name: {"people.csv": {"key": "…", "size": 1234}}. Any server can read them. Empty if files
-- are in a folder. A file that is uploaded again gets another key, so a check never reads half of two uploads.
alter table import_runs add column files jsonb not null default '{}';

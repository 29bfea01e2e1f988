-- Words that a school does not want to read in posts and comments.
create table word_lists (
  school_id int primary key references schools (school_id) on delete cascade,
  -- Counts its changes: two who edit it at once do not overwrite each other.
  version int not null default 1,
  -- Each with what happens to a post that has it: [{"word": "…", "action": "refuse" | "review"}].
  words jsonb not null check (jsonb_typeof(words) = 'array' and jsonb_array_length(words) <= 500)
);

-- Null: the word list has reported it.
alter table reports alter column reporter_id drop not null;

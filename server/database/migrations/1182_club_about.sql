-- What the page of a club says about it: its email address, what joining costs, its year of founding, links, and regular meetings.
alter table clubs
  add column email text check (length(email) between 3 and 254),
  add column cost text not null default '' check (length(cost) <= 200),
  add column founded smallint check (founded between 1000 and 2100),
  -- Addresses of its pages elsewhere.
  add column links text[] not null default '{}' check (cardinality(links) <= 6),
  -- In order, such as `[{"days": [2], "starts": "18:00", "ends": null, "location": "Room 204"}]`. Days as in ISO 8601.
  add column meetings jsonb not null default '[]' check (jsonb_typeof(meetings) = 'array' and jsonb_array_length(meetings) <= 7);

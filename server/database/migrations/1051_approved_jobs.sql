-- What the school approved last, which applicants see while a change waits. Null until the first approval. Jobs that wait now have none: their
-- approved text is gone.
alter table jobs no force row level security;
alter table jobs add column approved jsonb check (jsonb_typeof(approved) = 'object');
update jobs j set approved = jsonb_build_object('title', j.title, 'employer', j.employer, 'kind', j.kind, 'description', j.description,
    'requirements', j.requirements, 'location', j.location, 'hours', j.hours, 'starts_on', j.starts_on, 'ends_on', j.ends_on,
    'pay_min', j.pay_min, 'pay_max', j.pay_max, 'pay_currency', j.pay_currency, 'pay_per', j.pay_per, 'url', j.url,
    'asks_files', j.asks_files, 'questions', null)
  where j.state in ('open', 'closed');

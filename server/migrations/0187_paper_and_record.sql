-- The paper on which the school prints; null: what is usual where its language is spoken.
alter table schools add column paper text check (paper in ('A4', 'LETTER'));

-- How the name badges of an event were last printed: { "size": "small", "hasCode": false }. A template has it for what is made of it.
alter table events add column badge_layout jsonb;

-- A badge that is new or changed is settled person by person; while `settle_total` is not null, `settle_done` of so many are.
alter table record_badges add column settle_done int not null default 0, add column settle_total int;
-- Why staff took a badge back.
alter table record_awards add column revoke_reason text not null default '' check (length(revoke_reason) <= 500);

-- When whoever submitted something last reminded its reviewers.
alter table approval_submissions add column nudged_at timestamptz;

-- Events that members of a club propose to its officers: drafts, with who proposed them and what has become of that. What waits and
-- what was said about it is a submission of the kind `event_proposal`.
alter table clubs add column takes_proposals boolean not null default true;

alter table events add column proposed_by bigint;
alter table events add column proposal text check (proposal in ('open', 'accepted', 'declined', 'withdrawn'));
alter table events add foreign key (school_id, proposed_by) references users (school_id, id) on delete set null (proposed_by);
create index events_proposer on events (school_id, proposed_by, created_at desc);
create index events_proposals on events (school_id, club_id, created_at) where proposal = 'open';

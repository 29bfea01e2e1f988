-- Elections of deleted clubs waited for paper ballots forever. The count cancels them.
alter table elections no force row level security;
alter table clubs no force row level security;
alter table outbox no force row level security;
insert into outbox (school_id, kind, payload, created_at)
select e.school_id, 'election_due', jsonb_build_object('election', e.id), now() from elections e
join clubs c on c.school_id = e.school_id and c.id = e.club_id and c.deleted_at is not null
where e.state = 'counting';

-- A deleted contact is deleted immediately. Until now, it was kept for 90 days, and no one saw it.
alter table employer_contacts no force row level security;
delete from employer_contacts where removed_at is not null;
drop index employer_contacts_email;
drop index employer_contacts_removed;
-- Servers of the previous version still read and set `removed_at`. A later release drops it, and `delete_removed_contact`.
create unique index employer_contacts_email on employer_contacts (school_id, lower(email));

-- Jobs are deleted with their employer, and applications, answers, files and approvals with their job.
alter table jobs drop constraint jobs_school_id_employer_id_fkey;
alter table jobs add foreign key (school_id, employer_id) references employers (school_id, id) on delete cascade;

-- Of clubs whose membership is private: only officers see who the members are, where otherwise members do.
alter table clubs add column is_membership_for_officers boolean not null default false;

-- Whether profiles show the clubs somebody is in (product text §2: the section exists and is switched off).
alter table schools add column profile_groups boolean not null default false;

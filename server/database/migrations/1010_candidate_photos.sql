-- The picture of a candidacy. Null for the candidate's profile picture.
alter table election_candidates add photo text;
create index election_candidates_photo on election_candidates (school_id, photo) where photo is not null;

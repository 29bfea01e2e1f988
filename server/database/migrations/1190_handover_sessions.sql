-- How the person who created an embed code had signed in. Null if a host's server created it, because the host vouches for the person.
alter table embed_codes add column method text;

-- The same for the session of a code that another session of the person created. Null for all others.
alter table sessions add column handed_over_from text;

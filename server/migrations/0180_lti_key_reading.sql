-- A whole class may launch at once when a platform's key is new: one of them reads the keys, the others wait for that reading.
alter table lti_platforms add column keys_leased_until timestamptz;

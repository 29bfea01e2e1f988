-- A whole class may launch at once when a platform's key is new: one of them reads the keys, the others wait for that reading.
alter table lti_platforms add column keys_leased_until timestamptz;
-- Whence a platform that registered itself was configured: its issuer is only what it says of itself.
alter table lti_platforms add column configuration_host text check (length(configuration_host) <= 300);

-- A rule for voters can name members without open dues, which depends on the time.
drop function if exists election_voters_by_rule(bigint, jsonb, bigint);

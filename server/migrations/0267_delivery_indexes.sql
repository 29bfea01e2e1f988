-- Thousands of deliveries are written for one post: nothing asks for all those of a person, and most are in no digest.
drop index notification_deliveries_of_person;
drop index notification_deliveries_of_digest;
create index notification_deliveries_of_digest on notification_deliveries (school_id, digest_id) where digest_id is not null;

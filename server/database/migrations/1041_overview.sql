-- The overview for admins counts emails that couldn't be delivered. Few fail, so these indexes are small.
create index notification_digests_failed on notification_digests (school_id, created_at) where state = 'failed';
create index newsletter_copies_refused on newsletter_copies (school_id, sent_at) where email_skip_reason = 'refused';
create index invitations_failed on invitations (school_id, failed_at) where failed_at is not null and not is_waiting;

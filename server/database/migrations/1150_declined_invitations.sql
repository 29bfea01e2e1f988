-- When a person declined the invitation to an event. Null if they haven't answered, or registered.
alter table event_invitees add column declined_at timestamptz;

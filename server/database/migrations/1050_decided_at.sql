-- Minutes list the decisions of some days.
create index approval_events_decided on approval_events (school_id, created_at) where kind in ('approved', 'denied', 'changes_requested');

-- Who set the time at which a newsletter is sent: the audit log names them when it has come. Null: set before this was kept, or a draft.
alter table newsletters add column scheduled_by bigint;

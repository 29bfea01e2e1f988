-- As in 0098, of positions that staff create.
alter table roles add column created_by bigint, add column client_id uuid;
create unique index roles_client on roles (school_id, created_by, client_id);

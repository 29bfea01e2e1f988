-- Somebody who erased their account: of what the roster said of them only the sourcedId stays, so that the next one does not bring them back.
alter table roster_users add column is_erased boolean not null default false;

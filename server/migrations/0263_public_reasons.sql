-- Why something was revoked, in one of a few wordings that anybody may read; the reason in staff's own words is the holder's alone.
-- Null of what was revoked before there were such wordings, and of what was not revoked.
alter table record_documents add column public_reason text check (public_reason in ('error', 'requirements', 'replaced', 'rules'));
alter table record_awards add column public_reason text check (public_reason in ('error', 'requirements', 'replaced', 'rules'));

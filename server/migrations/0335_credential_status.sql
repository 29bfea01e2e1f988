-- Where a credential stands in the status lists of the school (W3C Bitstring Status List): chosen at random, so that a list
-- says nothing about documents or their codes. Null: a transcript, or a credential issued before, whose status is in
-- /record/revocations.json by its code.
alter table record_documents add status_id int check (status_id >= 0);
create unique index record_documents_status on record_documents (school_id, status_id) where status_id is not null;

create or replace function keep_record_document() returns trigger language plpgsql as $$
begin
  if (old.user_id, old.kind, old.code, old.award_id, old.content, old.file, old.sha256, old.issued_at, old.status_id)
    is distinct from (new.user_id, new.kind, new.code, new.award_id, new.content, new.file, new.sha256, new.issued_at, new.status_id)
    or (old.revoked_at is not null and new.revoked_at is null) then
    raise exception 'an issued document can only be revoked';
  end if;
  return new;
end $$;

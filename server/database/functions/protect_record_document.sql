-- Refuses changes to an issued document, except its revocation and counters such as views. A revocation can't be undone.
-- Callers: trigger on record_documents
create or replace function protect_record_document() returns trigger language plpgsql as $$
begin
  if (old.user_id, old.kind, old.code, old.award_id, old.content, old.file, old.sha256, old.issued_at, old.status_id)
    is distinct from (new.user_id, new.kind, new.code, new.award_id, new.content, new.file, new.sha256, new.issued_at, new.status_id)
    or (old.revoked_at is not null and new.revoked_at is null) then
    raise exception 'an issued document can only be revoked';
  end if;
  return new;
end $$;

create or replace trigger record_documents_keep before update on record_documents for each row execute function protect_record_document();

-- Deletes a contact that a server of the previous version deletes by setting `removed_at`, so that current servers, which don't read the
-- column, give the contact no access. A later release drops this function with the column.
-- Callers: trigger on employer_contacts
create or replace function delete_removed_contact() returns trigger language plpgsql as $$
begin
  delete from employer_contacts c where c.school_id = new.school_id and c.id = new.id;
  return null;
end $$;

create or replace trigger employer_contacts_removed after update of removed_at on employer_contacts for each row
  when (new.removed_at is not null) execute function delete_removed_contact();

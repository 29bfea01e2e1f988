-- A message that the group's owner deleted is not one that the school did. All that was written before fits: it is not read again.
alter table messages drop constraint messages_deleted_check;
alter table messages add constraint messages_deleted_check check (deleted in ('author', 'owner', 'moderator', 'retention')) not valid;

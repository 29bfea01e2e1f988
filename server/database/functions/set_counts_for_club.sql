-- Changes whose storage limit an upload counts toward: the club's when a file version uses it, the person's again when the last
-- version that used it is deleted. Uploads that count toward the school stay as they are.
-- Callers: trigger on club_file_versions
create or replace function set_counts_for_club() returns trigger language plpgsql as $$
declare version record := case when tg_op = 'DELETE' then old else new end;
begin
  update uploads f set counts_for = case when tg_op = 'INSERT' then 'club' else 'person' end
  where f.school_id = version.school_id and f.id = version.upload_id
    and f.counts_for = case when tg_op = 'INSERT' then 'person' else 'club' end
    and (tg_op = 'INSERT' or not exists (select from club_file_versions v where v.school_id = f.school_id and v.upload_id = f.id));
  return null;
end $$;

create or replace trigger club_file_versions_storage after insert or delete on club_file_versions
  for each row execute function set_counts_for_club();

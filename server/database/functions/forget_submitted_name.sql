-- What is submitted of a club is kept as its reviewers read it, in words. The name of somebody who is erased goes from there with their
-- row, which is the last moment at which it is known: from lists of officers and of members to remove, and where it is all of an answer.
create or replace function forget_submitted_name() returns trigger language plpgsql as $$
declare
  gone text := trim(old.first_name || ' ' || old.last_name);
  -- Between the beginning or end of a line, the name of a position, and commas.
  entry text := '(^|: |, )' || regexp_replace(gone, '([^[:alnum:] ])', '\\\1', 'g') || '(?=$|, )';
begin
  update approval_submissions s set version = version + 1, fields = (
    select jsonb_agg(case
      when f.field ->> 'key' in ('officers', 'removals') or gone in (f.field ->> 'value', f.field ->> 'before') then
        f.field || jsonb_build_object('value', regexp_replace(f.field ->> 'value', entry, '\1–', 'gn'))
          || case when f.field ? 'before' then jsonb_build_object('before', regexp_replace(f.field ->> 'before', entry, '\1–', 'gn')) else '{}' end
      else f.field end order by f.place)
    from jsonb_array_elements(s.fields) with ordinality as f (field, place))
  where s.school_id = new.school_id and s.kind in ('club_registration', 'club_renewal') and strpos(s.fields::text, btrim(to_jsonb(gone)::text, '"')) > 0
    -- Of others of the same name it stays.
    and (exists (select from club_application_officers o where o.school_id = s.school_id and o.application_id = s.subject_id and o.user_id = new.id)
      or exists (select from club_application_removals r where r.school_id = s.school_id and r.application_id = s.subject_id and r.user_id = new.id)
      or s.club_id in (select m.club_id from club_members m where m.school_id = s.school_id and m.user_id = new.id)
      or s.club_id in (select m.club_id from club_past_members m where m.school_id = s.school_id and m.user_id = new.id));
  return null;
end $$;

create or replace trigger users_forget_submitted_name after update of username on users for each row
  when (new.username = 'erased-' || new.id and old.username <> new.username and old.first_name || old.last_name <> '')
  execute function forget_submitted_name();

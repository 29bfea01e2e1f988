-- Removes a deleted person's name from submitted club registrations and renewals, which store the text that reviewers saw. The
-- trigger runs while the old name is still known. It replaces the name with a dash
-- - in the lists of officers and of members to remove;
-- - in any other field whose whole value is the name.
-- It changes only submissions of clubs that the person had a part in, because others can have the same name.
-- Callers: trigger on users
create or replace function forget_submitted_name() returns trigger language plpgsql as $$
declare
  gone text := trim(old.first_name || ' ' || old.last_name);
  -- A name in these lists follows a line start, a position or a comma, and precedes a comma or a line end.
  entry text := '(^|: |, )' || regexp_replace(gone, '([^[:alnum:] ])', '\\\1', 'g') || '(?=$|, )';
begin
  update approval_submissions s set version = version + 1, fields = (
    select jsonb_agg(case
      when f.field ->> 'key' in ('officers', 'removals') or gone in (f.field ->> 'value', f.field ->> 'before') then
        f.field || jsonb_build_object('value', regexp_replace(f.field ->> 'value', entry, '\1–', 'gn'))
          || case when f.field ? 'before' then jsonb_build_object('before', regexp_replace(f.field ->> 'before', entry, '\1–', 'gn')) else '{}' end
      else f.field end order by f.position)
    from jsonb_array_elements(s.fields) with ordinality as f (field, position))
  where s.school_id = new.school_id and s.kind in ('club_registration', 'club_renewal') and strpos(s.fields::text, btrim(to_jsonb(gone)::text, '"')) > 0
    -- Submissions with other people of the same name keep it.
    and (exists (select from club_application_officers o where o.school_id = s.school_id and o.application_id = s.subject_id and o.user_id = new.id)
      or exists (select from club_application_removals r where r.school_id = s.school_id and r.application_id = s.subject_id and r.user_id = new.id)
      or s.club_id in (select m.club_id from club_members m where m.school_id = s.school_id and m.user_id = new.id)
      or s.club_id in (select m.club_id from club_past_members m where m.school_id = s.school_id and m.user_id = new.id));
  return null;
end $$;

create or replace trigger users_forget_submitted_name after update of username on users for each row
  when (new.username = 'erased-' || new.id and old.username <> new.username and old.first_name || old.last_name <> '')
  execute function forget_submitted_name();

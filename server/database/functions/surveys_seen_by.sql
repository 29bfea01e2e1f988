-- Returns the published surveys that the viewer can see. A survey is visible to people who can see its club, if the club isn't
-- deleted and
-- - they are staff, or have a position in the club (officers);
-- - or the survey is for the whole school;
-- - or the audience isn't fixed, and they are members of the club; with the audience `tags`, members with one of the tags.
-- A survey with a fixed audience stays visible to the people in survey_audience, even after they leave the club, unless the club is
-- hidden or deleted.
-- Callers: features/clubs/membership/club-people.queries.ts, features/surveys/surveys.queries.ts
create or replace function surveys_seen_by(viewer bigint, is_staff boolean) returns setof surveys language sql stable as $$
  select s.* from surveys s
  where s.published_at is not null
    and (exists (select from clubs_seen_by(viewer, is_staff) c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null)
      and (is_staff or s.audience = 'school'
        or exists (select from current_grants g where g.school_id = s.school_id and g.scope_id = s.club_id and g.user_id = viewer)
        or not s.is_audience_fixed and exists (select from club_members m where m.school_id = s.school_id and m.club_id = s.club_id
          and m.user_id = viewer and m.status = 'member' and (s.audience = 'members' or m.tags && s.tags)))
      or s.is_audience_fixed
        and exists (select from survey_audience a where a.school_id = s.school_id and a.survey_id = s.id and a.user_id = viewer)
        and exists (select from clubs c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null and not c.is_hidden))
$$;

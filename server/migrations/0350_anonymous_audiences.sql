-- The people an anonymous survey asks, recorded when it is published. Otherwise an officer could narrow the audience to one person
-- by changing tags or removing members, and read that person's answer.
create table survey_audience (
  school_id int not null,
  survey_id bigint not null,
  user_id bigint not null,
  primary key (school_id, survey_id, user_id),
  foreign key (school_id, survey_id) references surveys (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index survey_audience_user on survey_audience (school_id, user_id);

-- True: survey_audience has the people it asks. Surveys for the whole school have no rows there, since no officer can change the school.
alter table surveys add is_audience_fixed boolean not null default false;

-- Anonymous answers that no result contains yet. Five of them are released together, so that no two results differ by one answer.
alter table form_pools add waiting jsonb not null default '[]';

alter table surveys no force row level security;
alter table forms no force row level security;
alter table club_members no force row level security;
alter table survey_audience no force row level security;
alter table form_pools no force row level security;
update surveys s set is_audience_fixed = true from forms f
  where f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id and f.is_anonymous
    and s.published_at is not null and s.audience <> 'school';
insert into survey_audience (school_id, survey_id, user_id)
  select s.school_id, s.id, m.user_id from surveys s join club_members m on m.school_id = s.school_id and m.club_id = s.club_id
  where s.is_audience_fixed and m.status = 'member' and (s.audience <> 'tags' or m.tags && s.tags);
-- Their keys are random, so it doesn't matter which of the answers wait.
update form_pools p set
  answers = coalesce((select jsonb_agg(e order by nth) from jsonb_array_elements(p.answers) with ordinality as x (e, nth)
    where nth <= jsonb_array_length(p.answers) / 5 * 5), '[]'),
  waiting = coalesce((select jsonb_agg(e order by nth) from jsonb_array_elements(p.answers) with ordinality as x (e, nth)
    where nth > jsonb_array_length(p.answers) / 5 * 5), '[]');
alter table surveys force row level security;
alter table forms force row level security;
alter table club_members force row level security;
alter table survey_audience force row level security;
alter table form_pools force row level security;

-- A survey with a fixed audience stays visible to the people it asks, also after they leave the club.
create or replace function surveys_seen_by(viewer bigint, is_staff boolean) returns setof surveys language sql stable as $$
  select s.* from surveys s
  where s.published_at is not null
    and (exists (select from clubs_seen_by(viewer, is_staff) c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null)
      and (is_staff or s.audience = 'school'
        or exists (select from role_grants g where g.school_id = s.school_id and g.scope_id = s.club_id and g.user_id = viewer)
        or not s.is_audience_fixed and exists (select from club_members m where m.school_id = s.school_id and m.club_id = s.club_id
          and m.user_id = viewer and m.status = 'member' and (s.audience = 'members' or m.tags && s.tags)))
      or s.is_audience_fixed
        and exists (select from survey_audience a where a.school_id = s.school_id and a.survey_id = s.id and a.user_id = viewer)
        and exists (select from clubs c where c.school_id = s.school_id and c.id = s.club_id and c.deleted_at is null and not c.is_hidden))
$$;

-- Returns the people who can vote at a time by a rule of an election (`elections.voter_rule`). `club` is null for elections of the whole
-- school; `person` limits the result to one person.
-- - members, tags, years or dues: members of the club, or everyone at the school, who have one of the tags and one of the years, if given;
--   In a club, only graduation years count that everyone can see: a rule must not tell officers the others;
-- - dues: of these, members of the club whose dues are paid, in grace or waived, or who owe none because the club has no plan;
-- - people and allow: these people, whether they are members or not;
-- - deny: none of these people;
-- - disabled accounts can't vote.
-- Calls club_dues.sql.
-- Callers: features/elections/elections.queries.ts, features/elections/voters/voters.queries.ts,
-- features/elections/voting/voting.queries.ts
create or replace function election_voters_by_rule(club bigint, rule jsonb, person bigint, at timestamptz) returns setof bigint language sql stable as $$
  select u.id from users u
  where not u.is_disabled and (person is null or u.id = person)
    and not u.id::text in (select d ->> 'uid' from jsonb_array_elements(rule -> 'deny') as d)
    and (u.id::text in (select p from jsonb_array_elements_text(rule -> 'people') as p)
      or u.id::text in (select a ->> 'uid' from jsonb_array_elements(rule -> 'allow') as a)
      or (coalesce((rule ->> 'members')::boolean, false) or coalesce((rule ->> 'dues')::boolean, false)
          or jsonb_array_length(rule -> 'tags') > 0 or jsonb_array_length(rule -> 'years') > 0)
        and (jsonb_array_length(rule -> 'years') = 0 or to_jsonb(case when club is null then u.year_of_graduation else u.listed_year end) <@ (rule -> 'years'))
        and (club is null and jsonb_array_length(rule -> 'tags') = 0
          or exists (select from club_members m where m.school_id = u.school_id and m.club_id = club and m.user_id = u.id and m.status = 'member'
            and (jsonb_array_length(rule -> 'tags') = 0 or m.tags && array(select t from jsonb_array_elements_text(rule -> 'tags') as t))))
        and (not coalesce((rule ->> 'dues')::boolean, false)
          or u.id in (select d.member from club_dues(club, person, at) d where d.state in ('none', 'paid', 'grace', 'waived'))))
$$;

-- Deletes a person's answers to a club's membership questions, with the files, when their membership or request ends, or when they
-- are banned, and reduces the form's number of responses.
-- Callers: trigger on club_members
create or replace function delete_club_answers() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from form_responses a using ended e, forms f
    where (tg_op = 'DELETE' or e.status = 'banned') and f.school_id = e.school_id and f.owner_kind = 'club_membership' and f.owner_id = e.club_id
      and a.school_id = f.school_id and a.form_id = f.id and a.user_id = e.user_id
    returning a.school_id, a.form_id, a.user_id
  ), files as (
    delete from form_files x using gone where x.school_id = gone.school_id and x.form_id = gone.form_id and x.user_id = gone.user_id
  )
  update forms f set answers = f.answers - counted.n
  from (select school_id, form_id, count(*)::int as n from gone group by 1, 2) as counted
  where f.school_id = counted.school_id and f.id = counted.form_id;
  return null;
end $$;

create or replace trigger club_answers_gone after delete on club_members
  referencing old table as ended for each statement execute function delete_club_answers();

create or replace trigger club_members_banned after update on club_members
  referencing new table as ended for each statement execute function delete_club_answers();

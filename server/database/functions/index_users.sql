-- Updates the inverted tables user_facets and user_words after people were added or changed, once per statement. On a change it
-- first deletes entries that no longer apply, and entries whose sort name or audience changed; then it adds the missing ones.
-- Disabled people have no entries.
-- Callers: trigger on users
create or replace function index_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    with wanted as (
      select u.school_id, u.id, u.sort_name, f.facet, f.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
        lateral facets_of(u) as f where not u.is_disabled
    )
    delete from user_facets x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.facet = x.facet
        and w.audience = x.audience and w.sort_name = x.sort_name);
  end if;
  insert into user_facets (school_id, facet, user_id, audience, sort_name)
  select u.school_id, f.facet, u.id, f.audience, u.sort_name from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
    lateral facets_of(u) as f where not u.is_disabled
  order by 1, 2, 3 on conflict do nothing;

  if tg_op = 'UPDATE' then
    with wanted as (
      select u.school_id, u.id, u.sort_name, w.word, w.audience from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
        lateral words_of(u) as w where not u.is_disabled
    )
    delete from user_words x using new_rows n
    where x.school_id = n.school_id and x.user_id = n.id
      and not exists (select from wanted w where w.school_id = x.school_id and w.id = x.user_id and w.word = x.word
        and w.audience = x.audience and w.sort_name = x.sort_name);
  end if;
  insert into user_words (school_id, word, user_id, audience, sort_name)
  select u.school_id, w.word, u.id, w.audience, u.sort_name from new_rows n join users u on u.school_id = n.school_id and u.id = n.id,
    lateral words_of(u) as w where not u.is_disabled
  order by 1, 2, 3, 4 on conflict do nothing;
  return null;
end $$;

create or replace trigger users_index_insert after insert on users
  referencing new table as new_rows for each statement execute function index_users();

create or replace trigger users_index_update after update on users
  referencing new table as new_rows for each statement execute function index_users();

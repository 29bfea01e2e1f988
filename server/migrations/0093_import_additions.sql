-- What an import adds is most of what it does, and of a row that was added only its key matters when the import is undone. So keys of
-- added rows are stored a thousand to a row, not one by one: an import of 300,000 connections wrote a journal larger than they are.
-- Rows of import_ledger whose `before` is null are those of imports before this migration.
create table import_additions (
  school_id int not null,
  import_id bigint not null,
  table_name text not null,
  id bigint generated always as identity,
  keys text[] not null,
  primary key (school_id, import_id, table_name, id),
  foreign key (school_id, import_id) references imports (school_id, id) on delete cascade
);

-- As in 0009; an added row's key goes to import_additions. Where an import adds a row and then changes it, both say so, and it counts
-- as added.
create or replace function keep_in_ledger() returns trigger language plpgsql as $$
declare
  import_id bigint := current_setting('commons.import_id')::bigint;
  key text := (select format('concat_ws(E''\x1f'', %s)', string_agg('n.' || quote_ident(c), ', ' order by place)) from unnest(tg_argv) with ordinality as a (c, place));
  same text := (select string_agg(format('n.%1$I = o.%1$I', c), ' and ') from unnest(tg_argv) as c);
begin
  if tg_op = 'INSERT' then
    execute format('insert into import_additions (school_id, import_id, table_name, keys)
      select school_id, $1, %L, array_agg(key) from (
        select n.school_id, %s as key, (row_number() over () - 1) / 1000 as part from new_rows n
      ) as added group by school_id, part', tg_table_name, key) using import_id;
  else
    execute format('insert into import_ledger as l (school_id, import_id, table_name, key, before, after)
      select n.school_id, $1, %L, %s, d.before, d.after
      from old_rows o join new_rows n on n.school_id = o.school_id and %s, lateral (
        select jsonb_object_agg(b.key, b.value) as before, jsonb_object_agg(b.key, a.value) as after
        from jsonb_each(to_jsonb(o)) b join jsonb_each(to_jsonb(n)) a on a.key = b.key where a.value is distinct from b.value
      ) as d where d.before is not null
      on conflict (school_id, import_id, table_name, key) do update set before = excluded.before || l.before, after = l.after || excluded.after',
      tg_table_name, key, same) using import_id;
  end if;
  return null;
end $$;

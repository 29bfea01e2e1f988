-- What runs with its owner's rights looks names up in the system's schema first and in the caller's temporary one last, which
-- would else come first of all: nobody's own table or function can stand in for ours.
do $$ declare f record; begin
  for f in
    select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
  loop
    execute format('alter routine %s set search_path = pg_catalog, public, pg_temp', f.name);
  end loop;
end $$;

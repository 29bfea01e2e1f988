import type pg from 'pg';

/** Returns one line for each column, constraint, index, policy, permission, trigger, view and function, in order. */
export const describeCatalog = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ line: string }>(`
    with tables as (
      select oid, relname, relacl, relkind, relrowsecurity, relforcerowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p', 'S')
    )
    select concat_ws(' ', 'table', relname, relkind, relrowsecurity, relforcerowsecurity) as line from tables
    union all select concat_ws(' ', 'column', t.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated,
        nullif(a.attcollation::regcollation::text, '-'), 'default ' || pg_get_expr(d.adbin, d.adrelid), a.attacl::text)
      from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind <> 'S'
    union all select concat_ws(' ', 'constraint', t.relname, c.conname, pg_get_constraintdef(c.oid))
      from tables t join pg_constraint c on c.conrelid = t.oid where c.contype <> 'n'
    union all select concat_ws(' ', 'index', t.relname, pg_get_indexdef(i.indexrelid)) from tables t join pg_index i on i.indrelid = t.oid
    union all select concat_ws(' ', 'policy', tablename, policyname, permissive, roles::text, cmd, qual, with_check) from pg_policies where schemaname = 'public'
    union all select concat_ws(' ', 'grants', relname, g.grantee::regrole, string_agg(g.privilege_type, ',' order by g.privilege_type))
      from tables t, aclexplode(t.relacl) as g group by relname, g.grantee
    union all select concat_ws(' ', 'trigger', t.relname, tgenabled, pg_get_triggerdef(g.oid)) from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all select concat_ws(' ', 'view', t.relname, pg_get_viewdef(t.oid, true), c.reloptions::text) from tables t join pg_class c on c.oid = t.oid where t.relkind = 'v'
    union all select concat_ws(' ', 'comment', t.relname, d.objsubid, d.description) from tables t join pg_description d on d.objoid = t.oid and d.classoid = 'pg_class'::regclass
    union all select concat_ws(' ', 'function', p.oid::regprocedure, pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proparallel, p.proisstrict, p.prosecdef,
        p.proconfig::text, p.procost, p.prorows, p.proacl::text,
        md5(regexp_replace(regexp_replace(pg_get_functiondef(p.oid), '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')))
      from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
        and not exists (select from pg_depend x where x.objid = p.oid and x.deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
};

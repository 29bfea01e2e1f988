import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

/** Compiles statements without running them. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Returns the names of the tables that statements read. */
export const tablesRead = (statements: readonly RawBuilder<unknown>[]): Set<string> =>
  new Set(
    statements.flatMap((statement) =>
      [...statement.compile(compiler).sql.matchAll(/\b(?:from|join) "?(\w+)/g)].map(
        ([, name]) => name ?? '',
      ),
    ),
  );

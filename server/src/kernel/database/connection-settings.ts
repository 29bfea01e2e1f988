/** Database settings that apply to all statements of a connection, by name. */
export type ConnectionSettings = Readonly<Record<string, string>>;

/** Which logins reach the database through a pooler that drops connection settings. */
export interface PooledLogins {
  readonly owner: boolean;
  readonly calls: boolean;
}

/** Returns the address with settings that PostgreSQL applies when a connection starts. */
export const withSettings = (url: string, settings: ConnectionSettings): string => {
  const address = new URL(url);
  address.searchParams.set(
    'options',
    [
      address.searchParams.get('options') ?? '',
      ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
    ]
      .join(' ')
      .trim(),
  );
  return address.href;
};

/**
 * Returns statements that apply settings and time limits (in milliseconds) to the current transaction. A pooler gives each transaction
 * another connection, so settings of a connection would be missing, or would apply to someone else's statements.
 */
export const localSettings = (
  settings: ConnectionSettings,
  statementTimeout: number,
  lockTimeout: number,
): string =>
  [
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`),
    `set local statement_timeout = ${statementTimeout}`,
    `set local lock_timeout = ${lockTimeout}`,
  ].join('; ');

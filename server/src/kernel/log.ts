import { pino, type DestinationStream, type Logger } from 'pino';

/** The log of a process. */
export type ProcessLog = Logger;

/** The log functions. Each line is an object and a message. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>;

const secrets = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'jwt',
  'csrfToken',
  'authorization',
  'cookie',
  '["set-cookie"]',
];
/** The maximum depth of nested data in errors and requests. */
const secretPaths = ['', '*', '*.*', '*.*.*'].flatMap((depth) =>
  secrets.map((name) =>
    depth === '' ? name : name.startsWith('[') ? `${depth}${name}` : `${depth}.${name}`,
  ),
);

/** Returns the parts of an error to log. Libraries attach clients and requests to their errors, which are long and can contain secrets. */
const errorView = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { code, detail, constraint, cause } = error as Error & {
    code?: unknown;
    detail?: unknown;
    constraint?: unknown;
  };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(detail !== undefined && { detail }),
    ...(constraint !== undefined && { constraint }),
    ...(cause !== undefined && { cause: errorView(cause) }),
  };
};

/**
 * The log of one call, with the fields that its lines share. It creates the child logger on the first line, because most calls log nothing
 * and a child logger takes time to scan its fields for secrets.
 */
export class CallLog implements Log {
  readonly #parent: Logger;
  readonly #common: Readonly<Record<string, string>>;
  #own: Logger | undefined;

  constructor(parent: Logger, common: Readonly<Record<string, string>>) {
    this.#parent = parent;
    this.#common = common;
  }

  get #log(): Logger {
    return (this.#own ??= this.#parent.child(this.#common));
  }

  get info(): Logger['info'] {
    return this.#log.info.bind(this.#log);
  }

  get warn(): Logger['warn'] {
    return this.#log.warn.bind(this.#log);
  }

  get error(): Logger['error'] {
    return this.#log.error.bind(this.#log);
  }

  get fatal(): Logger['fatal'] {
    return this.#log.fatal.bind(this.#log);
  }
}

/** Opens the process log: JSON lines with redacted secrets. We never log query strings, because they contain people's search terms. */
export const openLog = (level: string, destination?: DestinationStream): ProcessLog =>
  pino(
    {
      level,
      base: null,
      serializers: { err: errorView },
      redact: {
        paths: secretPaths,
        censor: '[hidden]',
      },
    },
    ...(destination ? [destination] : []),
  );

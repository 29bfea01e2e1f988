import { pino, type DestinationStream, type Logger } from 'pino';

/** The log of a process. */
export type ProcessLog = Logger;

/** What is written of what happens; each line is an object and words. */
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
/** As deep as errors and requests nest what they carry. */
const secretPaths = ['', '*', '*.*', '*.*.*'].flatMap((depth) =>
  secrets.map((name) =>
    depth === '' ? name : name.startsWith('[') ? `${depth}${name}` : `${depth}.${name}`,
  ),
);

/** An error as words, place and code. What libraries hang on their errors (clients, requests) is neither short nor harmless. */
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
 * The log of one call, with what its lines have in common. Made when a line is written: most calls write none, and a logger of its
 * own looks for secrets in what it is given.
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

/** The process log: JSON lines, secrets blanked. Query strings are never logged: they hold what people search for. */
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

import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secrets = ['password', 'newPassword', 'currentPassword', 'token', 'jwt', 'csrfToken', 'authorization', 'cookie', '["set-cookie"]'];
/** As deep as errors and requests nest what they carry. */
const secretPaths = ['', '*', '*.*', '*.*.*'].flatMap((depth) =>
  secrets.map((name) => (depth === '' ? name : name.startsWith('[') ? `${depth}${name}` : `${depth}.${name}`)),
);

/** An error as words, place and code. What libraries hang on their errors (clients, requests) is neither short nor harmless. */
const errorView = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { code, detail, constraint, cause } = error as Error & { code?: unknown; detail?: unknown; constraint?: unknown };
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

/** The process log: JSON lines, secrets blanked. Query strings are never logged: they hold what people search for. */
export const openLog = (level: string, destination?: DestinationStream): Log =>
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

import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secrets = ['password', 'newPassword', 'currentPassword', 'token', 'jwt', 'csrfToken', 'authorization', 'cookie', '["set-cookie"]'];
/** As deep as errors and requests nest what they carry. */
const secretPaths = ['', '*', '*.*', '*.*.*'].flatMap((depth) =>
  secrets.map((name) => (depth === '' ? name : name.startsWith('[') ? `${depth}${name}` : `${depth}.${name}`)),
);

/** The process log: JSON lines, secrets blanked. Query strings are never logged: they hold what people search for. */
export const openLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: secretPaths,
        censor: '[hidden]',
      },
    },
    ...(destination ? [destination] : []),
  );

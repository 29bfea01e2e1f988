import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** The process log: JSON lines, secrets blanked. Query strings are never logged: they hold what people search for. */
export const openLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: ['*.password', '*.newPassword', '*.currentPassword', '*.token', '*.jwt', '*.csrfToken', '*.authorization', '*.cookie'],
        censor: '[hidden]',
      },
    },
    ...(destination ? [destination] : []),
  );

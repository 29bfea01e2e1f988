import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Options as PoolOptions } from 'nodemailer/lib/smtp-pool';
import { visibleText } from '#contract/visible-text.ts';
import type { Log } from '../log.ts';

/** A message to one person. `text` is the complete plain text, and `html` is a formatted version of it. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  /** Sender name, which replaces the installation's: the school, or a club and its school. The address stays the same. */
  readonly fromName: string;
  readonly text: string;
  readonly html?: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An invitation or cancellation for the recipient's calendar (RFC 6047). */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
}

/** Sends mail. `send` rejects if the mail server didn't accept the message, and jobs try again. */
export interface Mail {
  send(message: Message): Promise<void>;
  /** True if there is no mail server and messages are stored as files. */
  readonly isFolder?: boolean;
  /** Closes the connection to the mail server. */
  close?(): void;
}

/** Returns the mail server's response to a message that failed: refused permanently, refused for now, or no response. */
export const mailOutcome = (error: unknown): 'refused' | 'later' | 'unreachable' => {
  const code = (error as { responseCode?: unknown }).responseCode;
  if (typeof code !== 'number') return 'unreachable';
  return code >= 500 && code < 600 ? 'refused' : 'later';
};

/** Puts a name on one line and removes hidden and direction characters, which would also reverse the address after it. */
const inOneLine = (name: string): string => visibleText(name.replace(/[\u2028\u2029]+/g, ''));

/** Returns a message for nodemailer. Its sender is the installation's address with the message's own name. */
const addressed = ({ fromName, calendar, ...message }: Message, from?: string) => {
  const whole = from ?? 'Commons <no-reply@campus.example>';
  const address = /<([^>]+)>/.exec(whole)?.[1] ?? whole;
  return {
    from: { name: inOneLine(fromName), address },
    ...message,
    ...(calendar !== undefined && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
  };
};

/** Returns a function that loads the library and opens the transport with the first message. */
const onceOpened = <T>(
  open: (nodemailer: typeof import('nodemailer')) => Transporter<T>,
): (() => Promise<Transporter<T>>) => {
  let opened: Promise<Transporter<T>> | undefined;
  return () => (opened ??= import('nodemailer').then(open));
};

/**
 * A stalled connection must not hold up the other messages. Jobs send a failed message again, so the library doesn't: it could repeat one
 * that the server has accepted.
 */
const pooled = {
  pool: true,
  maxConnections: 1,
  maxRequeues: 0,
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: 60_000,
} as const;

/**
 * Returns a `Mail` that sends over SMTP (`smtp://user:pass@host:port`, or `smtps:`). All messages share one connection, because mail servers
 * limit connections. `?pool=false` or `?maxConnections=5` in the address changes that.
 */
export const smtpMail = (url: string, from?: string): Mail => {
  let opened: Transporter<unknown> | undefined;
  const open = onceOpened((nodemailer) => {
    opened = nodemailer.createTransport({ ...pooled, url } as PoolOptions);
    return opened;
  });
  return {
    send: async (message) => {
      const transport = await open();
      await transport.sendMail(addressed(message, from));
    },
    close: () => opened?.close(),
  };
};

/** Signs in to a mail server, and sends a test email if there is an address for it. Rejects with the server's response. */
export const checkMail = async (url: string, from?: string, to?: string): Promise<void> => {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url);
  try {
    await transport.verify();
    if (to === undefined) return;
    const message = {
      to,
      fromName: 'Commons',
      subject: 'Commons test email',
      text: 'Commons can send email.',
    };
    await transport.sendMail(addressed(message, from));
  } finally {
    transport.close();
  }
};

/** Returns a `Mail` for installations without a mail server. Stores each message as a file in `folder`, and logs its path. */
export const folderMail = (folder: string, log: Log): Mail => {
  const open = onceOpened((nodemailer) =>
    nodemailer.createTransport({ streamTransport: true, buffer: true }),
  );
  let count = 0;
  return {
    isFolder: true,
    send: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const transport = await open();
      const { message: eml } = await transport.sendMail(addressed(message));
      const file = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${++count}.eml`,
      );
      await writeFile(`${file}.part`, eml as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.warn({ file }, 'no SMTP_URL is set: mail was written to a file');
    },
  };
};

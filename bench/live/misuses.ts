import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { newClientId } from '#contract/client-id.ts';
import { livePath } from '#contract/live-limits.ts';
import type { MisuseData } from './misuse-data.ts';
import { bombPng, zipBomb } from '../../server/test/file-samples.ts';

/** Counts replies by status. */
export const openAnswers = () => {
  const counts = new Map<string, number>();
  return {
    count: (code: string) => void counts.set(code, (counts.get(code) ?? 0) + 1),
    all: () => counts,
  };
};

interface Parts {
  readonly port: number;
  readonly token: string;
  /** A conversation of the person, and one of others. */
  readonly conversation: string;
  readonly foreign: string;
  /** A port on this machine that the server must not call. */
  readonly trap: number;
  readonly data: MisuseData;
  readonly answers: ReturnType<typeof openAnswers>;
  readonly isOver: () => boolean;
}

/** Number of concurrent requests. */
const concurrency = 4;

const ask = async (
  { port, token, answers }: Parts,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown>> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        host: 'localhost',
        'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
      },
      ...(body !== undefined && { body }),
    });
    const said = (await response.json()) as Record<string, unknown>;
    answers.count(response.ok ? '200' : `${response.status} ${String(said['code'])}`);
    return said;
  } catch {
    // The server refused the request before all of it was sent.
    answers.count('connection closed');
    return {};
  }
};

/** Repeats a request, several at the same time, without a pause. */
const loop = async (parts: Parts, once: (n: number) => Promise<unknown>): Promise<void> => {
  let n = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (!parts.isOver()) {
        n += 1;
        await once(n);
      }
    }),
  );
};

const send = (parts: Parts, conversation: string, text: string) =>
  ask(
    parts,
    'POST',
    `/chat/conversations/${conversation}/messages`,
    JSON.stringify({ clientId: newClientId(), text }),
  );

/** Opens a socket and passes its packets to `listen`. Returns null and counts the reply if the server refuses it. */
const openSocket = async (
  { port, token, answers }: Parts,
  listen: (text: string) => void,
): Promise<WebSocket | null> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}?EIO=4&transport=websocket`, {
    headers: { host: 'localhost' },
  });
  // A socket that is closed during a write also emits an error. The close itself is counted elsewhere.
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('44')) {
        answers.count(`connection refused ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`);
        socket.terminate();
        resolve(null);
      } else if (text.startsWith('42') && text.includes('"resync"')) resolve(socket);
      else listen(text);
    });
    socket.on('close', () => resolve(null));
  });
};

const upload = async (parts: Parts, name: string, bytes: Buffer): Promise<void> => {
  const begun = await ask(
    parts,
    'POST',
    '/uploads',
    JSON.stringify({ clientId: newClientId(), name, size: bytes.length }),
  );
  if (typeof begun['id'] === 'string')
    await ask(parts, 'PUT', `/uploads/${begun['id']}?offset=0`, new Uint8Array(bytes));
};

/** Requests a calendar document. */
const askDocument = async (
  { port, answers }: Parts,
  path: string,
  request: RequestInit & { readonly headers?: Record<string, string> },
): Promise<void> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...request,
      headers: { host: 'localhost', ...request.headers },
    });
    const size = (await answer.arrayBuffer()).byteLength;
    answers.count(`${answer.status}${size > 100_000 ? ` (${Math.round(size / 1e6)} MB)` : ''}`);
  } catch {
    answers.count('connection closed');
  }
};

const propfindBomb = `<d:propfind xmlns:d="DAV:" xmlns:y="urn:${'y'.repeat(300)}"><d:prop>${Array.from({ length: 150 }, (_, at) => `<y:${'n'.repeat(60)}${at}/>`).join('')}</d:prop></d:propfind>`;
const everything =
  '<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop></c:calendar-query>';
const largeCalendar = (): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${Array.from(
    { length: 5_000 },
    (_, at) =>
      `BEGIN:VEVENT\r\nUID:${at}@bench\r\nDTSTAMP:20261101T100000Z\r\nDTSTART:20261201T100000Z\r\nDURATION:PT1H\r\nSUMMARY:Practice ${at}\r\nRRULE:FREQ=WEEKLY;COUNT=40\r\nEND:VEVENT\r\n`,
  ).join('')}END:VCALENDAR\r\n`;

/** Misuses that need the data of misuse-data.ts. */
export const misusesWithData = {
  'PROPFIND with long names': (parts: Parts) =>
    loop(parts, () =>
      askDocument(parts, '/dav/calendars/campus/', {
        method: 'PROPFIND',
        headers: { authorization: parts.data.basic, depth: '1' },
        body: propfindBomb,
      }),
    ),
  'CalDAV of 2,000 entries': (parts: Parts) =>
    loop(parts, () =>
      askDocument(parts, '/dav/calendars/campus/', {
        method: 'REPORT',
        headers: { authorization: parts.data.basic, depth: '1' },
        body: everything,
      }),
    ),
  'a secret address of 2,000 entries': (parts: Parts) =>
    loop(parts, () => askDocument(parts, parts.data.feed, {})),
  'calendar files of 5,000 events': (parts: Parts) => {
    const bytes = new TextEncoder().encode(largeCalendar());
    return loop(parts, async (n) => {
      const { id } = await ask(parts, 'POST', `/calendar/subscriptions/upload?name=${n}`, bytes);
      if (typeof id === 'string') await ask(parts, 'DELETE', `/calendar/subscriptions/${id}`, '{}');
    });
  },
  'check-ins of 500 tickets': (parts: Parts) =>
    loop(parts, () =>
      ask(
        parts,
        'POST',
        `/events/${parts.data.event}/check-ins`,
        JSON.stringify({
          scans: parts.data.tickets.map((ticket) => ({
            clientId: newClientId(),
            ticket,
            at: new Date().toISOString(),
          })),
        }),
      ),
    ),
  'profile changes': (parts: Parts) =>
    loop(parts, (n) =>
      ask(parts, 'PATCH', '/profile', JSON.stringify({ bio: `<p>Hello ${n}.</p>` })),
    ),
} as const;

export const misuses = {
  ...misusesWithData,
  'messages without a pause': (parts: Parts) =>
    loop(parts, (n) => send(parts, parts.conversation, `again ${n}`)),
  'reading a conversation without a pause': (parts: Parts) =>
    loop(parts, () =>
      ask(parts, 'GET', `/chat/conversations/${parts.conversation}/messages?limit=100`),
    ),
  'searching without a pause': (parts: Parts) =>
    loop(parts, (n) =>
      ask(
        parts,
        'GET',
        `/chat/search?words=${['see', 'you', 'library', 'notes', 'zyzzyva'][n % 5]}`,
      ),
    ),
  'a message of two megabytes': (parts: Parts) =>
    loop(parts, () => send(parts, parts.conversation, 'x'.repeat(2_000_000))),
  'messages into a conversation of others': (parts: Parts) =>
    loop(parts, () => send(parts, parts.foreign, 'hello')),
  'links to the server’s own network': (parts: Parts) =>
    loop(parts, async (n) => {
      const host =
        ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '2130706433'][n % 5] ?? '';
      await send(parts, parts.conversation, `http://${host}:${parts.trap}/${n}`);
    }),
  'a file that lies about its type': async (parts: Parts) => {
    const program = Buffer.concat([
      Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
      Buffer.alloc(2_000, 1),
    ]);
    await loop(parts, () => upload(parts, 'holiday.jpg', program));
  },
  'a picture of 400 million pixels': async (parts: Parts) => {
    const bomb = bombPng(20_000);
    await loop(parts, () => upload(parts, 'holiday.png', bomb));
  },
  'a zip that unfolds to a thousand times its size': async (parts: Parts) => {
    const bomb = zipBomb();
    await loop(parts, () => upload(parts, 'holiday.zip', bomb));
  },
  'messages with an invalid token': (parts: Parts) =>
    loop(parts, () =>
      send(
        { ...parts, token: parts.token.replace(/.{8}$/, 'AAAAAAAA') },
        parts.conversation,
        'hello',
      ),
    ),
  'socket frames of a megabyte': async (parts: Parts) => {
    while (!parts.isOver()) {
      const socket = await openSocket(parts, () => undefined);
      if (socket === null) continue;
      const closed = once(socket, 'close');
      socket.send(`42${JSON.stringify(['typing', { conversation: 'x'.repeat(1_000_000) }])}`);
      const [code] = (await closed) as [number];
      parts.answers.count(`socket closed ${code}`);
    }
  },
  'socket calls without a pause': async (parts: Parts) => {
    while (!parts.isOver()) {
      const socket = await openSocket(parts, (text) => {
        if (text.startsWith('43')) parts.answers.count(/"code":"(\w+)"/.exec(text)?.[1] ?? 'done');
      });
      if (socket === null) continue;
      for (let n = 0; !parts.isOver() && socket.readyState === WebSocket.OPEN; n += 1) {
        socket.send(`42${n}${JSON.stringify(['typing', { conversation: parts.conversation }])}`);
        if (n % 20 === 19 || socket.bufferedAmount > 65_536) await delay(1);
      }
      parts.answers.count(
        socket.readyState === WebSocket.OPEN ? 'socket still open' : 'socket closed',
      );
      socket.terminate();
    }
  },
  'sockets without end': async (parts: Parts) => {
    const open: WebSocket[] = [];
    await loop(parts, async () => {
      const socket = await openSocket(parts, () => undefined);
      if (socket === null) return;
      parts.answers.count('socket opened');
      open.push(socket);
    });
    for (const socket of open) socket.terminate();
  },
} as const;

export type Misuse = keyof typeof misuses;
export const misuseNames = Object.keys(misuses) as Misuse[];
export const needsGround = (name: string): boolean => name in misusesWithData;
export const isMisuse = (name: string): name is Misuse => name in misuses;

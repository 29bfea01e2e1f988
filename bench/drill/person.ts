import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { newClientId } from '#contract/client-id.ts';
import type { ConversationDelta } from '#contract/chat/conversations.endpoints.ts';
import type { LiveEvent } from '#contract/live.ts';
import { livePath } from '#contract/live-limits.ts';
import { openPoster } from '../live/posting.ts';
import {
  openThread,
  withDelta,
  withOlder,
  type MessagesPage,
  type ThreadState,
} from '../../web/src/features/chat/thread-state.ts';

/** Messages whose storage was acknowledged to a person, by the client's id. */
export type Acknowledged = Map<string, { conversation: number; seq: number; text: string }>;

/** The experiences of a person. */
export interface Log {
  readonly acknowledged: Acknowledged;
  /** Milliseconds from the loss of a socket until it received all events again. */
  readonly reconnects: number[];
  /** Replies that meant neither "stored" nor "try again". */
  readonly odd: string[];
  tries: number;
  asked: number;
}

interface Parts {
  readonly port: () => number;
  /** A valid bearer token. */
  readonly token: () => string;
  readonly conversations: readonly number[];
  readonly log: Log;
}

/** Milliseconds after which a call is repeated. */
const callMs = 8_000;

const get = async (port: number, path: string, token: string): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}`, host: 'localhost' },
    signal: AbortSignal.timeout(callMs),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return await answer.json();
};

/**
 * A person with a browser during all faults. It receives messages like the web app, with the app's rules for missing, duplicate and late
 * ones (thread-state.ts), and sends like its outbox: one message after another, each repeated until it is acknowledged.
 */
export class Person {
  readonly #parts: Parts;
  readonly #threads = new Map<string, ThreadState>();
  readonly #asking = new Map<string, Promise<void>>();
  /** Conversations that missed something during a request, whose reply may be older than the missed message. */
  readonly #missed = new Set<string>();
  readonly #socket: Socket;
  #lostAt: number | null = null;
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#socket = io(`http://127.0.0.1:${parts.port()}`, {
      path: livePath,
      addTrailingSlash: false,
      transports: ['websocket'],
      forceNew: true,
      auth: (bring: (hello: object) => void) => bring({ token: parts.token() }),
      extraHeaders: { host: 'localhost' },
      // As in live-socket.ts.
      reconnectionDelay: 300,
      reconnectionDelayMax: 4_000,
      randomizationFactor: 0.5,
      timeout: 8_000,
    });
    this.#socket.on('live', (...events: LiveEvent[]) =>
      events.forEach((event) => this.#hear(event)),
    );
    const again = () =>
      setTimeout(() => !this.#isOver && this.#socket.connect(), 300 + Math.random() * 1_700);
    this.#socket.on('disconnect', (reason) => {
      if (this.#isOver) return;
      this.#lostAt ??= performance.now();
      if (reason === 'io server disconnect') again();
    });
    this.#socket.on('connect_error', () => {
      if (!this.#socket.active && !this.#isOver) again();
    });
  }

  #hear(event: LiveEvent): void {
    if (event.kind === 'resync') {
      if (this.#lostAt !== null) this.#parts.log.reconnects.push(performance.now() - this.#lostAt);
      this.#lostAt = null;
      for (const conversation of this.#parts.conversations) this.#ask(String(conversation));
    }
    if (event.kind !== 'conversation_changed') return;
    const thread = this.#threads.get(event.conversation);
    if (thread === undefined) return void this.#missed.add(event.conversation);
    this.#take(event.conversation, withDelta(thread, event.from, event.change, event.delta));
  }

  #take(
    conversation: string,
    { thread, fetchAfter }: { thread: ThreadState; fetchAfter: number | null },
  ): void {
    this.#threads.set(conversation, thread);
    if (fetchAfter !== null) this.#ask(conversation);
  }

  /** Requests the messages after the known ones, or the newest page if there are none. */
  #ask(conversation: string): void {
    if (this.#isOver) return;
    if (this.#asking.has(conversation)) return void this.#missed.add(conversation);
    this.#missed.delete(conversation);
    this.#parts.log.asked += 1;
    const asking = this.#askOnce(conversation)
      .catch(() => delay(300 + Math.random() * 700).then(() => true))
      .then((isAgain) => {
        this.#asking.delete(conversation);
        if (isAgain || this.#missed.has(conversation)) this.#ask(conversation);
      });
    this.#asking.set(conversation, asking);
  }

  async #askOnce(conversation: string): Promise<boolean> {
    const { port, token } = this.#parts;
    const base = `/api/v1/chat/conversations/${conversation}`;
    const held = this.#threads.get(conversation);
    if (held === undefined) {
      const page = (await get(port(), `${base}/messages?limit=100`, token())) as MessagesPage;
      this.#threads.set(conversation, openThread(page));
      return false;
    }
    const after = held.change;
    const { isWhole, delta } = (await get(port(), `${base}/changes?after=${after}`, token())) as {
      isWhole: boolean;
      delta: ConversationDelta;
    };
    if (!isWhole) {
      this.#threads.delete(conversation);
      return true;
    }
    const thread = this.#threads.get(conversation) ?? held;
    const step = withDelta(thread, Math.min(after, thread.change), delta.state.change, delta);
    this.#threads.set(conversation, step.thread);
    return step.fetchAfter !== null;
  }

  /** Sends a message until the server acknowledges it. Returns false if the drill ended before. */
  async send(conversation: number, text: string, until: () => boolean): Promise<boolean> {
    const { port, token, log } = this.#parts;
    const clientId = newClientId();
    const poster = openPoster(port());
    try {
      while (!until()) {
        log.tries += 1;
        try {
          const answer = await Promise.race([
            poster.post(
              `/api/v1/chat/conversations/${conversation}/messages`,
              { clientId, text },
              { authorization: `Bearer ${token()}` },
            ),
            delay(callMs).then(() => Promise.reject(new Error('no answer'))),
          ]);
          const { seq } = JSON.parse(answer) as { seq: number };
          log.acknowledged.set(clientId, { conversation, seq, text });
          return true;
        } catch (error) {
          const status = Number(/answered (\d+)/.exec(String(error))?.[1] ?? 0);
          // 421: another cell serves the school.
          if (status >= 400 && status < 500 && ![408, 421, 429].includes(status))
            log.odd.push(String(error));
          await delay(status === 429 ? 1_000 : 150 + Math.random() * 300);
        }
      }
      return false;
    } finally {
      poster.close();
    }
  }

  /** Returns all messages of a conversation, oldest first, as this person's tab would show them: received ones and older pages. */
  async whole(
    conversation: number,
  ): Promise<{ seq: number; text: string; clientId: string | null }[]> {
    const id = String(conversation);
    const { port, token } = this.#parts;
    for (let tries = 0; tries < 50; tries += 1) {
      await this.#asking.get(id);
      if (this.#threads.has(id)) break;
      this.#ask(id);
      await delay(50);
    }
    const all: { seq: number; text: string; clientId: string | null }[] = [];
    let thread = this.#threads.get(id);
    if (thread === undefined) return all;
    const newest = thread.items;
    all.push(...newest);
    while (thread.hasBefore && thread.items[0] !== undefined) {
      const page = (await get(
        port(),
        `/api/v1/chat/conversations/${id}/messages?limit=100&before=${thread.items[0].seq}`,
        token(),
      )) as MessagesPage;
      all.unshift(...page.items);
      thread = { ...withOlder({ ...thread, items: [] }, page).thread, items: page.items };
    }
    return all.map(({ seq, text, clientId }) => ({ seq, text, clientId }));
  }

  isHere(): boolean {
    return this.#socket.connected && this.#lostAt === null;
  }

  stop(): void {
    this.#isOver = true;
    this.#socket.disconnect();
  }
}

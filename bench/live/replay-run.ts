import { setTimeout as delay } from 'node:timers/promises';
import { newClientId } from '#contract/client-id.ts';
import { openPoster } from './posting.ts';
import type { Planned } from './replay-plan.ts';
import { openMany, openOurs } from './sockets.ts';

/** The result of a replay. */
export interface Replayed {
  /** Milliseconds from sending a message until the other person received it. */
  readonly delays: readonly number[];
  readonly seconds: number;
  /** Messages that were rejected because of a limit, and sent again. */
  readonly refused: number;
}

/** Tokens expire after ten minutes. */
const renewMs = 240_000;

/**
 * Sends messages of the trace through the product's calls as planned, while everyone listens. The first of two people creates their
 * conversation. Within a conversation, each message waits for the reply to the previous one, to keep the order, and this wait counts.
 * `people`: ids by number in the trace.
 */
export const replay = async (
  port: number,
  people: readonly number[],
  planned: readonly Planned[],
  tokensNow: () => Promise<string[]>,
): Promise<Replayed> => {
  let tokens = await tokensNow();
  const poster = openPoster(port);
  const waiting = new Map<string, { since: number; to: number }>();
  const opening = new Map<string, string>();
  const delays: number[] = [];
  let refused = 0;
  const listen = (clientId: string, place: number) => {
    const one = waiting.get(clientId);
    if (one === undefined || one.to !== place) return;
    waiting.delete(clientId);
    delays.push(performance.now() - one.since);
  };
  const listeners = await openMany(people.length, (place) =>
    openOurs(port, tokens[place] ?? '', (text) => {
      for (const [, clientId = ''] of text.matchAll(/"clientId":"([0-9a-f-]{36})"/g))
        listen(clientId, place);
      // For new conversations, people receive an event about the conversation itself.
      const [, fresh = ''] =
        /"kind":"conversations_changed","conversation":"(\d+)"/.exec(text) ?? [];
      listen(opening.get(fresh) ?? '', place);
    }),
  );
  const post = async (path: string, body: object, from: number): Promise<string> => {
    for (;;)
      try {
        return await poster.post(path, body, { authorization: `Bearer ${tokens[from] ?? ''}` });
      } catch (error) {
        if (!String(error).includes('answered 429')) throw error;
        refused += 1;
        await delay(1_000);
      }
  };
  const sendOne = async (
    { message: { from, to, text } }: Planned,
    since: number,
    thread: { id: string },
  ): Promise<void> => {
    const clientId = newClientId();
    if (thread.id === '') {
      const begun = await post(
        '/api/v1/chat/conversations',
        { kind: 'direct', uid: String(people[to]) },
        from,
      );
      thread.id = (JSON.parse(begun) as { id: string }).id;
      opening.set(thread.id, clientId);
    }
    waiting.set(clientId, { since, to });
    await post(`/api/v1/chat/conversations/${thread.id}/messages`, { clientId, text }, from);
  };
  const renew = async () => {
    tokens = await tokensNow();
    for (const [index, listener] of listeners.entries()) {
      listener.send(JSON.stringify(['renew', { token: tokens[index] }]));
      if (index % 20 === 19) await delay(100);
    }
  };
  const renewing = setInterval(() => void renew(), renewMs);
  const threads = new Map<string, { id: string; tail: Promise<void> }>();
  const failures: unknown[] = [];
  const start = performance.now();
  for (const one of planned) {
    const pause = start + one.due - performance.now();
    if (pause > 1) await delay(pause);
    if (failures.length > 0) break;
    const thread = threads.get(one.pair) ?? { id: '', tail: Promise.resolve() };
    threads.set(one.pair, thread);
    thread.tail = thread.tail
      .then(() => sendOne(one, start + one.due, thread))
      .catch((error: unknown) => void failures.push(error));
  }
  await Promise.all([...threads.values()].map(({ tail }) => tail));
  for (let wait = 0; wait < 100 && waiting.size > 0 && failures.length === 0; wait += 1)
    await delay(50);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(renewing);
  for (const listener of listeners) listener.close();
  poster.close();
  if (failures.length > 0)
    throw new Error(`${failures.length} messages failed: ${String(failures[0])}`);
  if (waiting.size > 0) throw new Error(`${waiting.size} messages were never received`);
  return { delays, seconds, refused };
};

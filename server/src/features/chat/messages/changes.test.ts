import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  ConversationDelta,
  ConversationState,
  Participant,
} from '#contract/chat/conversations.endpoints.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import {
  group,
  readMessages,
  readConversation,
  sendMessage,
  trySendMessage,
} from '../../../../test/chat-world.ts';
import { openLive, type LiveClient } from '../../../../test/live-client.ts';
import { effort, seed } from '../../../../test/effort.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();

/** A client's copy of a conversation. */
interface Held {
  state: ConversationState;
  messages: Map<number, Message>;
  participants: Map<string, Participant>;
  firstSeq: number;
  endSeq: number | null;
}

/** A client that follows the contract: it applies consecutive changes, and requests missed ones. */
class Screen {
  readonly who: Person;
  readonly id: string;
  #held: Held | undefined;
  #socket: LiveClient | undefined;
  /** Drops received events, like an offline client. */
  isDeaf = false;
  #work: Promise<void> = Promise.resolve();
  lastSeen = 0;

  constructor(who: Person, id: string) {
    this.who = who;
    this.id = id;
  }

  async open(): Promise<void> {
    this.#socket = await openLive(world.app, this.who);
    this.#socket.socket.on('live', (...events: LiveEvent[]) => {
      for (const event of events) this.#work = this.#work.then(() => this.#hear(event));
    });
    await this.reread();
  }

  async fresh(): Promise<Held> {
    const conversation = await readConversation(this.who, this.id);
    const { id, kind, name, pictureUrl, lastSeq, change, participantCount } = conversation;
    return {
      state: { id, kind, name, pictureUrl, lastSeq, change, participantCount },
      messages: new Map((await readMessages(this.who, this.id)).map((one) => [one.seq, one])),
      participants: new Map(conversation.participants.map((one) => [one.uid, one])),
      firstSeq: conversation.firstSeq,
      endSeq: conversation.endSeq,
    };
  }

  async reread(): Promise<void> {
    this.#held = await this.fresh();
  }

  #take(delta: ConversationDelta): void {
    if (this.#held === undefined) return;
    this.#held.state = delta.state;
    for (const one of delta.messages) this.#held.messages.set(one.seq, one);
    for (const one of delta.participants) this.#held.participants.set(one.uid, one);
  }

  /** Requests everything after its last change. */
  async ask(): Promise<void> {
    const after = this.#held?.state.change ?? 0;
    const { isWhole, delta } = await this.who.call(
      'GET /api/v1/chat/conversations/{conversation}/changes',
      {
        conversation: this.id,
        after,
      },
    );
    if (isWhole) this.#take(delta);
    else await this.reread();
  }

  async #hear(event: LiveEvent): Promise<void> {
    if (this.isDeaf) return;
    if (event.kind === 'resync') return event.isAnew === true ? this.reread() : this.ask();
    if (event.kind === 'conversations_changed' && event.conversation === this.id) {
      // They were added or left, so the range that they can read has changed.
      const { firstSeq, endSeq } = await readConversation(this.who, this.id);
      if (firstSeq !== this.#held?.firstSeq || endSeq !== this.#held.endSeq) await this.reread();
    }
    if (event.kind !== 'conversation_changed' || event.conversation !== this.id) return;
    this.lastSeen = Math.max(this.lastSeen, event.change);
    const at = this.#held?.state.change ?? 0;
    if (event.change <= at) return;
    if (event.delta !== undefined && event.from === at) this.#take(event.delta);
    else await this.ask();
  }

  /** Waits until the last change was received and everything is applied. */
  async settle(change: number): Promise<void> {
    for (let n = 0; n < 200 && this.lastSeen < change; n += 1)
      await new Promise((done) => setTimeout(done, 10));
    if (this.lastSeen !== change)
      throw new Error(`${this.who.email} heard of ${this.lastSeen}, not of ${change}`);
    await this.#work;
  }

  async quiet(): Promise<void> {
    await new Promise((done) => setTimeout(done, 60));
    await this.#work;
  }

  held = () => this.#held;
  close = () => this.#socket?.close();
}

const plain = (held: Held | undefined) =>
  held && {
    state: held.state,
    messages: [...held.messages.values()]
      .filter(({ seq }) => seq >= held.firstSeq)
      .toSorted((a, b) => a.seq - b.seq),
    participants: [...held.participants.values()].toSorted((a, b) => a.uid.localeCompare(b.uid)),
  };

let people: Person[];
beforeAll(async () => {
  people = await Promise.all(
    ['ida', 'jon', 'kit', 'lea'].map((username) => world.join({ username, first_name: username })),
  );
  await world.admin.call('PUT /api/v1/chat/policy', {
    who: 'anyone',
    requests: false,
    keepDays: null,
  });
});

const step = fc.record({
  who: fc.nat(3),
  at: fc.nat(30),
  does: fc.constantFrom(
    ...([
      'send',
      'send',
      'send',
      'answer',
      'edit',
      'delete',
      'react',
      'unreact',
      'read',
      'unread',
    ] as const),
    ...([
      'leave',
      'add',
      'rename',
      'deafen',
      'listen',
      'ask',
      'receipts',
      'block',
      'unblock',
    ] as const),
  ),
});

const base = '/api/v1/chat/conversations/{conversation}';

describe('[CHAT-03] after any sequence of changes', () => {
  test(
    'a screen that applies live events and fetched changes has the same state as a fresh load',
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 22 }), async (steps) => {
          world.clock.advance(31_000);
          // The full form has so many steps that tokens expire.
          people = await Promise.all(people.map((one) => world.signInAgain(one)));
          await world.sql('delete from chat_preferences');
          await world.sql('delete from blocks');
          const [owner] = people as [Person];
          const { id } = await group(owner, people.slice(1), 'Property');
          await sendMessage(owner, id, 'Begun');
          const screens = people.map((who) => new Screen(who, id));
          for (const screen of screens) await screen.open();
          const sockets: readonly Screen[] = screens;
          try {
            for (const { who: n, at, does } of steps) {
              const [who, other, screen] = [people[n], people[at % 4], sockets[n]];
              if (who === undefined || other === undefined || screen === undefined) continue;
              const { last } = (
                await world.sql<{ last: number }>(
                  'select last_seq as last from conversations where id = $1',
                  [id],
                )
              )[0] ?? {
                last: 1,
              };
              const seq = 1 + (at % last);
              const membership = { conversation: id, seq };
              if (does === 'send') await trySendMessage(who, id, `text ${at}`);
              if (does === 'answer')
                await trySendMessage(who, id, `answer ${at}`, { replyTo: seq });
              if (does === 'edit')
                await who.try(`PATCH ${base}/messages/{seq}`, {
                  ...membership,
                  text: `edited ${at}`,
                });
              if (does === 'delete') await who.try(`DELETE ${base}/messages/{seq}`, membership);
              if (does === 'react')
                await who.try(`PUT ${base}/messages/{seq}/reactions`, {
                  ...membership,
                  emoji: at % 2 ? '👍' : '🎉',
                  isSet: true,
                });
              if (does === 'unreact')
                await who.try(`PUT ${base}/messages/{seq}/reactions`, {
                  ...membership,
                  emoji: '👍',
                  isSet: false,
                });
              if (does === 'read') await who.try(`PUT ${base}/read`, membership);
              if (does === 'unread')
                await who.try(`PUT ${base}/read`, { ...membership, isBack: true });
              if (does === 'leave' && who !== owner)
                await who.try(`DELETE ${base}/participants/{uid}`, {
                  conversation: id,
                  uid: who.uid,
                });
              if (does === 'add')
                await owner.try(`POST ${base}/participants`, {
                  conversation: id,
                  uids: [other.uid],
                });
              if (does === 'rename')
                await owner.try(`PATCH ${base}`, { conversation: id, name: `Name ${at}` });
              if (does === 'deafen') screen.isDeaf = true;
              if (does === 'listen') {
                screen.isDeaf = false;
                await screen.reread();
              }
              if (does === 'ask' && !screen.isDeaf) await screen.ask();
              if (does === 'receipts')
                await who.call('PATCH /api/v1/chat/privacy', { showsReceipts: at % 2 === 0 });
              if (does === 'block' && who !== other)
                await who.try('PUT /api/v1/blocks/{uid}', { uid: other.uid });
              if (does === 'unblock')
                await who.try('DELETE /api/v1/blocks/{uid}', { uid: other.uid });
              if (does === 'block' || does === 'unblock') await world.app.jobs.settle();
            }
            // Everyone is online again, and the last change reaches all participants.
            for (const screen of sockets.filter(({ isDeaf }) => isDeaf)) {
              screen.isDeaf = false;
              await screen.reread();
            }
            await sendMessage(owner, id, 'Ended');
            const { change } = (
              await world.sql<{ change: number }>(
                'select change from conversations where id = $1',
                [id],
              )
            )[0] ?? {
              change: 0,
            };
            for (const screen of sockets) {
              if ((await screen.fresh()).endSeq === null) await screen.settle(change);
              else {
                await screen.quiet();
                await screen.ask();
              }
              expect([screen.who.email, plain(screen.held())]).toEqual([
                screen.who.email,
                plain(await screen.fresh()),
              ]);
            }
          } finally {
            for (const screen of sockets) screen.close();
          }
        }),
        { numRuns: effort({ quick: 2, full: 40 }), seed, endOnFailure: true },
      );
    },
  );
});

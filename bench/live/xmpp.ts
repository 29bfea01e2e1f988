import { connect, type Socket } from 'node:net';
import type { Server } from '../people/servers.ts';
import type { LiveSchool } from './campus.ts';
import type { Side } from './sides.ts';

const host = 'localhost';
const roomName = `everybody@conference.${host}`;
const opening = `<?xml version='1.0'?><stream:stream to='${host}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;

/** A text that a client waits for, and its response. */
type Step = readonly [wanted: string, say: string];

const signIn = (name: string): Step[] => [
  [
    '</stream:features>',
    `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${Buffer.from(`\0${name}\0secret`).toString('base64')}</auth>`,
  ],
  ['<success', opening],
  [
    '</stream:features>',
    `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>r</resource></bind></iq>`,
  ],
  [`id='bind'`, '<presence/>'],
  ['<presence', ''],
];

/**
 * A minimal XMPP client (RFC 6120, RFC 6121; rooms: XEP-0045), because a whole library would use more of the machine than the measured
 * server. Resolves when it is available to others.
 */
class Client {
  readonly name: string;
  /** Gets each message from now on. */
  listen: (stanza: string) => void = () => undefined;
  readonly #socket: Socket;
  #got = '';
  #steps: Step[] = [];
  #done: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #isInRoom = false;

  constructor(port: number, name: string) {
    this.name = name;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.on('error', (error) => this.#done?.reject(error));
    this.#socket.on('close', () =>
      this.#done?.reject(new Error(`${name} was disconnected: ${this.#got.slice(-300)}`)),
    );
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  close(): void {
    this.#socket.destroy();
  }

  start(): Promise<void> {
    this.send(opening);
    return this.#walk(signIn(this.name));
  }

  async enter(): Promise<void> {
    if (this.#isInRoom) return;
    this.#isInRoom = true;
    this.send(
      `<presence to='${roomName}/${this.name}'><x xmlns='http://jabber.org/protocol/muc'/></presence>`,
    );
    await this.#walk([['<subject', '']]);
  }

  #walk(steps: Step[]): Promise<void> {
    this.#steps = steps;
    return new Promise((resolve, reject) => (this.#done = { resolve, reject }));
  }

  #take(text: string): void {
    this.#got += text;
    const [step] = this.#steps;
    if (step !== undefined) {
      if (!this.#got.includes(step[0])) return;
      this.#got = '';
      this.#steps.shift();
      if (step[1] !== '') this.send(step[1]);
      if (this.#steps.length === 0) this.#done?.resolve();
      return;
    }
    const end = '</message>';
    for (let at = this.#got.indexOf(end); at !== -1; at = this.#got.indexOf(end)) {
      this.listen(this.#got.slice(0, at));
      this.#got = this.#got.slice(at + end.length);
    }
  }
}

/**
 * The side of ejabberd. A direct message counts as stored when the recipient has it, because the sender gets no acknowledgement. People
 * stay signed in, because signing in takes ejabberd 45 ms of a core.
 */
export const xmppSide = (server: Server, { room }: LiveSchool): Side => {
  const clients = new Map<number, Client>();
  const waiting = new Map<string, () => void>();
  const clientOf = async (place: number): Promise<Client> => {
    const found = clients.get(place);
    if (found !== undefined) return found;
    const client = new Client(server.port, `u${place}`);
    await client.start();
    clients.set(place, client);
    return client;
  };
  return {
    server,
    copies: 1,
    post: (conversation, sender, text) => {
      const client = clients.get(sender);
      if (client === undefined) throw new Error(`u${sender} does not exist`);
      if (conversation === room) {
        client.send(`<message to='${roomName}' type='groupchat'><body>${text}</body></message>`);
        return Promise.resolve();
      }
      return new Promise<void>((done) => {
        waiting.set(text, done);
        // Direct conversations are those of 2n and 2n + 1.
        client.send(
          `<message to='u${sender % 2 === 0 ? sender + 1 : sender - 1}@${host}' type='chat'><body>${text}</body></message>`,
        );
      });
    },
    openListener: async (place, isInRoom, listen) => {
      const client = await clientOf(place);
      if (isInRoom) await client.enter();
      client.listen = (stanza) => {
        const [, text = ''] = /<body>([^<]*)/.exec(stanza) ?? [];
        if (text === '') return;
        listen(text);
        const done = waiting.get(text);
        waiting.delete(text);
        done?.();
      };
      return { send: (text) => client.send(text), close: () => (client.listen = () => undefined) };
    },
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
};

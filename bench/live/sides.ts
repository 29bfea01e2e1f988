import { newClientId } from '#contract/client-id.ts';
import type { Server } from '../people/servers.ts';
import type { LiveSchool } from './campus.ts';
import { openPoster } from './posting.ts';
import { openMany, openOurs, openPlain, type Listener } from './sockets.ts';

/** A measured server, with the same interface for all of them. */
export interface Side {
  readonly server: Server;
  /** Number of sockets in a direct conversation that receive a message: both people's, or only the recipient's. */
  readonly copies: number;
  /** Sends a message as a person. Resolves when it is durably stored. */
  post(conversation: number, sender: number, text: string): Promise<unknown>;
  /** Opens the socket of a person, who is in their pair's conversation and, with `room`, in the large one. */
  openListener(place: number, room: boolean, listen: (text: string) => void): Promise<Listener>;
  close(): void;
}

export const oursSide = (
  server: Server,
  { chatters }: LiveSchool,
  tokens: readonly string[],
): Side => {
  const poster = openPoster(server.port);
  return {
    server,
    copies: 2,
    post: (conversation, sender, text) =>
      poster.post(
        `/api/v1/chat/conversations/${conversation}/messages`,
        { clientId: newClientId(), text },
        { authorization: `Bearer ${tokens[sender % chatters.length] ?? ''}` },
      ),
    openListener: (place, _room, listen) => openOurs(server.port, tokens[place] ?? '', listen),
    close: poster.close,
  };
};

export const baselineSide = (server: Server, { chatters, pairs, room }: LiveSchool): Side => {
  const poster = openPoster(server.port);
  return {
    server,
    copies: 2,
    post: (conversation, sender, text) =>
      poster.post('/', {
        conversation: String(conversation),
        author: String(chatters[sender]?.id),
        clientId: newClientId(),
        text,
      }),
    openListener: (place, hasRoom, listen) =>
      openPlain(
        server.port,
        [pairs[Math.floor(place / 2)] ?? 0, ...(hasRoom ? [room] : [])],
        listen,
      ),
    close: poster.close,
  };
};

/** Opens the sockets of the first `count` people. */
export const openListeners = (
  side: Pick<Side, 'openListener'>,
  count: number,
  room: boolean,
  listen: (place: number, text: string) => void,
): Promise<Listener[]> =>
  openMany(count, (place) => side.openListener(place, room, (text) => listen(place, text)));

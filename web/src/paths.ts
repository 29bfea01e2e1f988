import { paths } from './lists/paths.ts';

/** Every address of the app by name; each feature declares its own (`features/<name>/paths.ts`). `$name` stands for one part of a path. */
export { paths };

type AnyPath = (typeof paths)[keyof typeof paths];
/** An address without such parts. */
export type Path = Exclude<AnyPath, `${string}$${string}`>;

/** A conversation by its id, for links. */
export const conversationLink = (id: string) =>
  ({ to: paths.conversation, params: { conversation: id } }) as const;

/** The same as an address, for places outside the router. */
export const conversationPath = (id: string): string => `/chat/${encodeURIComponent(id)}`;

/** Full profile page of a person, as an address for places outside the router. */
export const profileHref = (uid: string): string =>
  `${paths.profile}?uid=${encodeURIComponent(uid)}`;

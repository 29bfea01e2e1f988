import { paths } from './lists/paths.ts';

/** Every path of the app by name. Each feature declares its own (`features/<name>/paths.ts`). `$name` is a parameter. */
export { paths };

type AnyPath = (typeof paths)[keyof typeof paths];
/** A path without parameters. */
export type Path = Exclude<AnyPath, `${string}$${string}`>;

/** Returns link props for a conversation. */
export const conversationLink = (id: string) =>
  ({ to: paths.conversation, params: { conversation: id } }) as const;

/** Returns a conversation's path, for code outside the router. */
export const conversationPath = (id: string): string => `/chat/${encodeURIComponent(id)}`;

/** Returns the path of a person's profile page, for code outside the router. */
export const profileHref = (uid: string): string =>
  `${paths.profile}?uid=${encodeURIComponent(uid)}`;

/*
 * What the page that offers to connect and the window in which somebody signs on say to each other; both are of our own origin, and
 * each posts to that origin alone. The window ends with `{ oauthStatus }` (product text §7).
 */
export type ConnectMessage =
  | { readonly oauthTicket: string }
  | { readonly oauthFinished: boolean }
  | { readonly oauthStatus: 'success' | 'failure' };

export const readMessage = (data: unknown): ConnectMessage | null => {
  if (typeof data !== 'object' || data === null) return null;
  const { oauthTicket, oauthFinished, oauthStatus } = data as Record<string, unknown>;
  if (typeof oauthTicket === 'string') return { oauthTicket };
  if (typeof oauthFinished === 'boolean') return { oauthFinished };
  return oauthStatus === 'success' || oauthStatus === 'failure' ? { oauthStatus } : null;
};

/** Where one was in this tab when one left it to sign on; remembered for the tab alone. */
export const returnKey = 'courses-return';

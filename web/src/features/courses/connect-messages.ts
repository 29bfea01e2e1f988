/*
 * Messages between the page that connects the LMS and its sign-in window. Both have our own origin, and each posts only to
 * that origin. The window's last message is `{ oauthStatus }` (product text §7).
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

/** sessionStorage key for the page that the user left to sign in, for this tab only. */
export const returnKey = 'courses-return';

import { addEmbedOrigin, listEmbedOrigins, removeEmbedOrigin } from '#contract/embedding/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const originsQuery = () => callQuery(listEmbedOrigins, {});

/** Both answer the whole list. */
export const allowOrigin = (origin: string) => call(addEmbedOrigin, { origin });
export const forbidOrigin = (origin: string) => call(removeEmbedOrigin, { origin });

/** What a web team puts into its page, whole. */
export const snippetOf = (address: string): string =>
  `<script src="${address}/embed.js"></script>\n<campus-app school="${address}"\n  route="/embed/profile" style="min-height: 85vh"></campus-app>`;

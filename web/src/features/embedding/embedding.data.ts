import { addEmbedOrigin, listEmbedOrigins, removeEmbedOrigin } from '#contract/embedding/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const originsQuery = () => callQuery(listEmbedOrigins, {});

/** Both return the whole list. */
export const allowOrigin = (origin: string) => call(addEmbedOrigin, { origin });
export const forbidOrigin = (origin: string) => call(removeEmbedOrigin, { origin });

/** Returns the complete embed code for a web page. */
export const snippetOf = (address: string): string =>
  `<script src="${address}/embed.js"></script>\n<campus-app school="${address}"\n  route="/embed/profile" style="min-height: 85vh"></campus-app>`;

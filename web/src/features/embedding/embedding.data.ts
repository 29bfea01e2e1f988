import { call, callQuery } from '../../lib/call.ts';

export const originsQuery = () => callQuery('GET /api/v1/school/embed-origins', {});

/** Both answer the whole list. */
export const allowOrigin = (origin: string) =>
  call('POST /api/v1/school/embed-origins', { origin });
export const forbidOrigin = (origin: string) =>
  call('DELETE /api/v1/school/embed-origins', { origin });

/** What a web team puts into its page, whole. */
export const snippetOf = (address: string): string =>
  `<script src="${address}/embed.js"></script>\n<campus-app school="${address}"\n  route="/embed/profile" style="min-height: 85vh"></campus-app>`;

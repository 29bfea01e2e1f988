import { call, callQuery, queryClient } from '../../lib/call.ts';

export const originsQuery = () => callQuery('GET /api/v1/school/embed-origins', {});

type Origins = Awaited<ReturnType<typeof addOrigin>>;
const keep = (next: Origins): Origins => {
  queryClient.setQueryData(originsQuery().queryKey, next);
  return next;
};

/** Both answer the whole list, which is shown at once. */
export const addOrigin = (origin: string) => call('POST /api/v1/school/embed-origins', { origin });
export const allowOrigin = async (origin: string): Promise<Origins> =>
  keep(await addOrigin(origin));
export const forbidOrigin = async (origin: string): Promise<Origins> =>
  keep(await call('DELETE /api/v1/school/embed-origins', { origin }));

/** What a web team puts into its page, whole. */
export const snippetOf = (address: string): string =>
  `<script src="${address}/embed.js"></script>\n<campus-app school="${address}"\n  route="/embed/profile" style="min-height: 85vh"></campus-app>`;

import type { ScheduleFilters } from '#contract/schedule/endpoints.ts';
import { call, callQuery } from '../../lib/call.ts';

export const configCall = 'GET /api/v1/schedule/config';
export const configQuery = () => callQuery(configCall, {});
export const optionsQuery = () => callQuery('GET /api/v1/schedule/options', {});
export const sharingQuery = () => callQuery('GET /api/v1/schedule/sharing', {});
export const ownClubsQuery = () =>
  callQuery('GET /api/v1/clubs', {
    filters: JSON.stringify({ StudentMembership: 'me' }),
    pageSize: 100,
  });

/** A form by hand: browsers write the boundary of theirs in capitals, and types of files in small letters. */
const formOf = (filters: ScheduleFilters): Blob => {
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = Object.entries(filters).map(
    ([name, items]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(items)}\r\n`,
  );
  return new Blob([...parts, `--${boundary}--\r\n`], {
    type: `multipart/form-data; boundary=${boundary}`,
  });
};

/** Replaces what the own schedule shows. */
export const saveConfig = (filters: ScheduleFilters): Promise<ScheduleFilters> =>
  call('POST /api/v1/schedule/config', { upload: formOf(filters) });

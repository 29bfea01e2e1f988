import type { ScheduleFilters } from '#contract/schedule/endpoints.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import {
  getFreeHoursSharing,
  getScheduleConfig,
  getScheduleOptions,
  updateScheduleConfig,
} from '#contract/schedule/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const configQuery = () => callQuery(getScheduleConfig, {});
export const optionsQuery = () => callQuery(getScheduleOptions, {});
export const sharingQuery = () => callQuery(getFreeHoursSharing, {});
export const ownClubsQuery = () =>
  callQuery(listClubs, {
    filters: JSON.stringify({ StudentMembership: 'me' }),
    pageSize: 100,
  });

/** Builds the form data manually: the browser's own boundary contains capitals, but the type of a Blob is lowercase. */
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

/** Replaces the filters of the user's schedule. */
export const saveConfig = (filters: ScheduleFilters): Promise<ScheduleFilters> =>
  call(updateScheduleConfig, { upload: formOf(filters) });

/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as schedule from './endpoints.ts';

export const getFreeHours = 'GET /api/v1/schedule/free' as Call<typeof schedule.getFreeHours>;
export const getFreeHoursSharing = 'GET /api/v1/schedule/sharing' as Call<typeof schedule.getFreeHoursSharing>;
export const getSchedule = 'GET /api/v1/schedule' as Call<typeof schedule.getSchedule>;
export const getScheduleConfig = 'GET /api/v1/schedule/config' as Call<typeof schedule.getScheduleConfig>;
export const getScheduleOptions = 'GET /api/v1/schedule/options' as Call<typeof schedule.getScheduleOptions>;
export const updateFreeHoursSharing = 'PATCH /api/v1/schedule/sharing' as Call<typeof schedule.updateFreeHoursSharing>;
export const updateScheduleConfig = 'POST /api/v1/schedule/config' as Call<typeof schedule.updateScheduleConfig>;

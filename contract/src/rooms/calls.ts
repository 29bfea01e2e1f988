/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as rooms from './endpoints.ts';

export const createRoom = 'POST /api/v1/school/rooms' as Call<typeof rooms.createRoom>;
export const deleteRoom = 'DELETE /api/v1/school/rooms/{id}' as Call<typeof rooms.deleteRoom>;
export const listRooms = 'GET /api/v1/rooms' as Call<typeof rooms.listRooms>;
export const updateRoom = 'PUT /api/v1/school/rooms/{id}' as Call<typeof rooms.updateRoom>;

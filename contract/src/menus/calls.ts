/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as menus from './endpoints.ts';

export const getMenu = 'GET /api/v1/menu' as Call<typeof menus.getMenu>;
export const readMenu = 'GET /api/v1/menus/{hub}' as Call<typeof menus.readMenu>;
export const updateMenu = 'PUT /api/v1/menus/{hub}' as Call<typeof menus.updateMenu>;

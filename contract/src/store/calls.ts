/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as store from './endpoints.ts';

export const addStockNotice = 'PUT /api/v1/variants/{id}/notice' as Call<typeof store.addStockNotice>;
export const createProduct = 'POST /api/v1/clubs/{id}/products' as Call<typeof store.createProduct>;
export const downloadOrderFile = 'POST /api/v1/orders/{id}/files/{file}/downloads' as Call<typeof store.downloadOrderFile>;
export const getProduct = 'GET /api/v1/products/{id}' as Call<typeof store.getProduct>;
export const listOrderFiles = 'GET /api/v1/orders/{id}/files' as Call<typeof store.listOrderFiles>;
export const listProducts = 'GET /api/v1/clubs/{id}/products' as Call<typeof store.listProducts>;
export const removeStockNotice = 'DELETE /api/v1/variants/{id}/notice' as Call<typeof store.removeStockNotice>;
export const updateProduct = 'PATCH /api/v1/products/{id}' as Call<typeof store.updateProduct>;

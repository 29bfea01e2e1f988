/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as payments from './endpoints.ts';
import type * as paymentsOfficers from './officers.endpoints.ts';
import type * as paymentsStaff from './staff.endpoints.ts';

export const cancelOrder = 'DELETE /api/v1/orders/{id}' as Call<typeof payments.cancelOrder>;
export const cancelPayment = 'DELETE /api/v1/payments/{id}' as Call<typeof payments.cancelPayment>;
export const checkPayment = 'POST /api/v1/payments/{id}/check' as Call<typeof payments.checkPayment>;
export const createOrder = 'POST /api/v1/orders' as Call<typeof payments.createOrder>;
export const downloadReceipt = 'POST /api/v1/orders/{id}/receipt' as Call<typeof payments.downloadReceipt>;
export const getOrder = 'GET /api/v1/orders/{id}' as Call<typeof payments.getOrder>;
export const listOrders = 'GET /api/v1/orders' as Call<typeof payments.listOrders>;
export const payOrder = 'POST /api/v1/orders/{id}/payments' as Call<typeof payments.payOrder>;
export const requestRefund = 'POST /api/v1/orders/{id}/refund-requests' as Call<typeof payments.requestRefund>;
export const answerRefundRequest = 'PUT /api/v1/refund-requests/{id}' as Call<typeof paymentsOfficers.answerRefundRequest>;
export const createDiscount = 'POST /api/v1/clubs/{id}/discounts' as Call<typeof paymentsOfficers.createDiscount>;
export const handOverOrder = 'PUT /api/v1/orders/{id}/handover' as Call<typeof paymentsOfficers.handOverOrder>;
export const listClubOrders = 'GET /api/v1/clubs/{id}/orders' as Call<typeof paymentsOfficers.listClubOrders>;
export const listDiscounts = 'GET /api/v1/clubs/{id}/discounts' as Call<typeof paymentsOfficers.listDiscounts>;
export const recordReceipt = 'POST /api/v1/payments/{id}/receipt' as Call<typeof paymentsOfficers.recordReceipt>;
export const refundOrder = 'POST /api/v1/orders/{id}/refunds' as Call<typeof paymentsOfficers.refundOrder>;
export const updateDiscount = 'PATCH /api/v1/discounts/{id}' as Call<typeof paymentsOfficers.updateDiscount>;
export const getPaymentReport = 'GET /api/v1/school/payment-report' as Call<typeof paymentsStaff.getPaymentReport>;
export const getPaymentSettings = 'GET /api/v1/school/payment-settings' as Call<typeof paymentsStaff.getPaymentSettings>;
export const receiveStripeEvent = 'POST /api/v1/payments/stripe/webhook' as Call<typeof paymentsStaff.receiveStripeEvent>;
export const recordPayout = 'POST /api/v1/school/payouts' as Call<typeof paymentsStaff.recordPayout>;
export const updatePaymentSettings = 'PATCH /api/v1/school/payment-settings' as Call<typeof paymentsStaff.updatePaymentSettings>;

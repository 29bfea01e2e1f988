/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as notifications from './endpoints.ts';
import type * as notificationsSettings from './settings.endpoints.ts';

export const countUnread = 'GET /api/v1/notifications/unread-count' as Call<typeof notifications.countUnread>;
export const deleteNotifications = 'DELETE /api/v1/notifications' as Call<typeof notifications.deleteNotifications>;
export const explainNotification = 'GET /api/v1/notifications/{id}/why' as Call<typeof notifications.explainNotification>;
export const listNotificationChanges = 'GET /api/v1/notifications/changes' as Call<typeof notifications.listNotificationChanges>;
export const listNotifications = 'GET /api/v1/notifications' as Call<typeof notifications.listNotifications>;
export const markAllNotifications = 'PATCH /api/v1/notifications/mark-all-as-read' as Call<typeof notifications.markAllNotifications>;
export const markNotifications = 'PATCH /api/v1/notifications' as Call<typeof notifications.markNotifications>;
export const restoreNotifications = 'POST /api/v1/notifications/restore' as Call<typeof notifications.restoreNotifications>;
export const addDevice = 'POST /api/v1/notifications/devices' as Call<typeof notificationsSettings.addDevice>;
export const leaveNotifications = 'POST /api/v1/notifications/leave' as Call<typeof notificationsSettings.leaveNotifications>;
export const listDevices = 'GET /api/v1/notifications/devices' as Call<typeof notificationsSettings.listDevices>;
export const readCapabilities = 'GET /api/v1/notifications/capabilities' as Call<typeof notificationsSettings.readCapabilities>;
export const readDeliverySettings = 'GET /api/v1/notifications/settings' as Call<typeof notificationsSettings.readDeliverySettings>;
export const readPreferences = 'GET /api/v1/notifications/preferences' as Call<typeof notificationsSettings.readPreferences>;
export const readSchoolNotifications = 'GET /api/v1/school/notifications' as Call<typeof notificationsSettings.readSchoolNotifications>;
export const removeDevice = 'DELETE /api/v1/notifications/devices/{id}' as Call<typeof notificationsSettings.removeDevice>;
export const unsubscribeNotifications = 'POST /api/v1/notifications/unsubscribe/{token}' as Call<typeof notificationsSettings.unsubscribeNotifications>;
export const updateDeliverySettings = 'PATCH /api/v1/notifications/settings' as Call<typeof notificationsSettings.updateDeliverySettings>;
export const updateGlobalPreference = 'PATCH /api/v1/notifications/preferences/global/{category}/{platform}' as Call<typeof notificationsSettings.updateGlobalPreference>;
export const updateGroupPreference = 'PATCH /api/v1/notifications/preferences/groups/{groupId}/{role}/{key}' as Call<typeof notificationsSettings.updateGroupPreference>;
export const updatePreference = 'PATCH /api/v1/notifications/preferences/{category}/{key}' as Call<typeof notificationsSettings.updatePreference>;
export const updateSchoolNotifications = 'PATCH /api/v1/school/notifications/{place}/{key}/{platform}' as Call<typeof notificationsSettings.updateSchoolNotifications>;

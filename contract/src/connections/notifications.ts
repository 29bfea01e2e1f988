import { urgent } from '../notifications/defaults.ts';
import type {
  NotificationLink,
  NotificationKinds,
  NotificationKeys,
} from '../notifications/declaring.ts';

const acceptedPath: NotificationLink = ({ people: [first], peopleCount }) =>
  peopleCount === 1 && first !== undefined
    ? `/student_profile?uid=${encodeURIComponent(first.uid)}`
    : '/connections?list=connected';

export const notificationKinds = {
  connection_requested: () => '/connections?list=incoming',
  connection_accepted: acceptedPath,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    connectionRequests: urgent,
  },
} as const satisfies NotificationKeys;

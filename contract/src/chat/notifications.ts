import { personal } from '../notifications/defaults.ts';
import type {
  NotificationLink,
  NotificationKinds,
  NotificationKeys,
} from '../notifications/declaring.ts';

const conversationPath: NotificationLink = ({ conversation }) =>
  conversation === null ? '/chat' : `/chat/${encodeURIComponent(conversation.id)}`;

export const notificationKinds = {
  message_written: conversationPath,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    chat: personal,
  },
} as const satisfies NotificationKeys;

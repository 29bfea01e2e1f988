import { lazyComponent } from '../../lib/lazy-component.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';

const ReplyLink = lazyComponent(() => import('./reply-link.tsx'), 'ReplyLink');
const ConversationPreview = lazyComponent(
  () => import('./conversation-preview.tsx'),
  'ConversationPreview',
);

export const notificationParts = {
  message_written: {
    Answer: ReplyLink,
    Preview: ConversationPreview,
    isAnsweredInPreview: true,
    isReadInPreview: true,
  },
} as const satisfies NotificationParts;

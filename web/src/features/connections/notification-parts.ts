import { lazyComponent } from '../../lib/lazy-component.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';

const AnswerRequest = lazyComponent(() => import('./answer-request.tsx'), 'AnswerRequest');
const PeoplePreview = lazyComponent(() => import('./people-preview.tsx'), 'PeoplePreview');

export const notificationParts = {
  connection_requested: {
    Answer: AnswerRequest,
    Preview: PeoplePreview,
    isAnsweredInPreview: true,
  },
  connection_accepted: { Preview: PeoplePreview },
} as const satisfies NotificationParts;

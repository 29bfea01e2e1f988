import { lazyComponent } from '../../lib/lazy-component.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';

const AnswerEvent = lazyComponent(() => import('./registration/answer-event.tsx'), 'AnswerEvent');
const AnswerCohost = lazyComponent(() => import('./registration/answer-event.tsx'), 'AnswerCohost');
const EventPreview = lazyComponent(() => import('./page/event-preview.tsx'), 'EventPreview');

export const notificationParts = {
  event_invited: { Answer: AnswerEvent, Preview: EventPreview, isAnsweredInPreview: true },
  event_offered: { Answer: AnswerEvent, Preview: EventPreview, isAnsweredInPreview: true },
  event_cohost_asked: { Answer: AnswerCohost, Preview: EventPreview },
  event_reminder: { Preview: EventPreview },
  event_moved: { Preview: EventPreview },
  event_called_off: { Preview: EventPreview },
  event_date_called_off: { Preview: EventPreview },
  event_promoted: { Preview: EventPreview },
  event_offer_over: { Preview: EventPreview },
  event_promotion: { Preview: EventPreview },
  event_registered: { Preview: EventPreview },
  event_created: { Preview: EventPreview },
  event_proposed: { Preview: EventPreview },
  event_published: { Preview: EventPreview },
  event_refused: { Preview: EventPreview },
  event_accepted: { Preview: EventPreview },
  event_declined: { Preview: EventPreview },
} as const satisfies NotificationParts;

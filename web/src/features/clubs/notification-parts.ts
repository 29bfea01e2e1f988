import { lazyComponent } from '../../lib/lazy-component.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';

const AnswerInvitation = lazyComponent(
  () => import('./joining/answer-invitation.tsx'),
  'AnswerInvitation',
);
const AnswerJoinRequest = lazyComponent(
  () => import('./joining/answer-invitation.tsx'),
  'AnswerJoinRequest',
);
const ClubPreview = lazyComponent(() => import('./page/club-preview.tsx'), 'ClubPreview');

export const notificationParts = {
  club_invited: { Answer: AnswerInvitation, Preview: ClubPreview, isAnsweredInPreview: true },
  member_requested: { Answer: AnswerJoinRequest, Preview: ClubPreview },
  member_joined: { Preview: ClubPreview },
  officer_added: { Preview: ClubPreview },
  club_accepted: { Preview: ClubPreview },
  club_declined: { Preview: ClubPreview },
  club_position_given: { Preview: ClubPreview },
} as const satisfies NotificationParts;

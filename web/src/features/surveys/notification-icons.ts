import { ClipboardCheck, ClipboardList, ClipboardX } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  survey_published: ClipboardList,
  survey_reminder: ClipboardCheck,
  survey_answered: ClipboardCheck,
  survey_answer_denied: ClipboardX,
} as const;

import { ClipboardCheck, ClipboardList, ClipboardX } from 'lucide-react';

export const notificationIcons = {
  survey_published: ClipboardList,
  survey_reminder: ClipboardCheck,
  survey_answered: ClipboardCheck,
  survey_answer_denied: ClipboardX,
} as const;

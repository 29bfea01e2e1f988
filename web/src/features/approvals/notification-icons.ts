import { CircleCheck, CircleX, ClipboardCheck, MessagesSquare, Undo2 } from 'lucide-react';

export const notificationIcons = {
  submission_waiting: ClipboardCheck,
  submission_reminder: ClipboardCheck,
  submission_commented: MessagesSquare,
  submission_changes_requested: Undo2,
  submission_approved: CircleCheck,
  submission_denied: CircleX,
} as const;

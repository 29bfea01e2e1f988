import { Bell, BriefcaseBusiness, Mailbox, Send } from 'lucide-react';

export const notificationIcons = {
  job_opened: BriefcaseBusiness,
  job_alert: Bell,
  job_alerts: Bell,
  job_applied: Send,
  job_decided: Mailbox,
} as const;

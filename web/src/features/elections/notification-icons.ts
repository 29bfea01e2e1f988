import { CalendarClock, CircleSlash, Files, Megaphone, Trophy, UserPlus, Vote } from 'lucide-react';

export const notificationIcons = {
  election_opened: Vote,
  election_extended: CalendarClock,
  election_published: Trophy,
  election_canceled: CircleSlash,
  election_nominated: UserPlus,
  election_to_announce: Megaphone,
  election_paper_due: Files,
} as const;

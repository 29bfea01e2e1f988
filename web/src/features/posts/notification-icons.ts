import { AtSign, CalendarX, Heart, Megaphone, MessagesSquare, Newspaper } from 'lucide-react';

export const notificationIcons = {
  school_posted: Newspaper,
  club_posted: Newspaper,
  club_announced: Megaphone,
  news_posted: Megaphone,
  news_created: Megaphone,
  post_mentioned: AtSign,
  club_mentioned: AtSign,
  comment_mentioned: AtSign,
  topic_commented: MessagesSquare,
  post_commented: MessagesSquare,
  post_liked: Heart,
  comment_liked: Heart,
  post_unpublished: CalendarX,
} as const;

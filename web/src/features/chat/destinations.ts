import { MessageCircle } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  chat: { order: 30, to: paths.chat, label: 'nav.chat', icon: MessageCircle, isBuilt: true },
} satisfies Destinations;

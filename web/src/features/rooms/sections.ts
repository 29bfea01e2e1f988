import { DoorOpen } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 67,
    to: paths.adminRooms,
    label: 'rooms.title',
    icon: DoorOpen,
    permissions: ['rooms.manage'],
  },
];

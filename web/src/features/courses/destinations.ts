import { BookOpen } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  courses: { order: 100, to: paths.courses, label: 'nav.courses', icon: BookOpen, isBuilt: true },
} satisfies Destinations;

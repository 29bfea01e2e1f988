/* Written by `npm run lists`: what each feature declares. */
import { reportKinds as chat } from '../chat/report-kinds.ts';
import { reportKinds as clubFiles } from '../club-files/report-kinds.ts';
import { reportKinds as clubs } from '../clubs/report-kinds.ts';
import { reportKinds as events } from '../events/report-kinds.ts';
import { reportKinds as jobs } from '../jobs/report-kinds.ts';
import { reportKinds as people } from '../people/report-kinds.ts';
import { reportKinds as posts } from '../posts/report-kinds.ts';

export const reportKinds = [
  ...chat,
  ...clubFiles,
  ...clubs,
  ...events,
  ...jobs,
  ...people,
  ...posts,
] as const;

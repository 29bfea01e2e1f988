import { feature } from '../../kernel/feature.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { newslettersReactions } from './newsletters.jobs.ts';
import {
  deleteUnusedNewsletterPictures,
  selectNewsletterFiles,
  takeUpNewsletters,
} from './newsletters.queries.ts';
import { newslettersRoutes } from './newsletters.routes.ts';

export const newslettersFeature = feature({
  name: 'newsletters',
  handlers: [...newslettersRoutes, ...inboxRoutes],
  jobs: newslettersReactions,
  maintenance: [deleteUnusedNewsletterPictures, takeUpNewsletters],
  fileReferences: [selectNewsletterFiles],
});

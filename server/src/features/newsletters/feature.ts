import { feature } from '../../kernel/feature.ts';
import { inboxHandlers } from './inbox/inbox.handlers.ts';
import { newslettersReactions } from './newsletters.jobs.ts';
import {
  deleteUnusedNewsletterPictures,
  selectNewsletterFiles,
  takeUpNewsletters,
} from './newsletters.queries.ts';
import { newslettersHandlers } from './newsletters.handlers.ts';

export const newslettersFeature = feature({
  name: 'newsletters',
  handlers: [...newslettersHandlers, ...inboxHandlers],
  jobs: newslettersReactions,
  maintenance: [deleteUnusedNewsletterPictures, takeUpNewsletters],
  fileReferences: [selectNewsletterFiles],
});

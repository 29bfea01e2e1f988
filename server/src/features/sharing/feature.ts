import { feature } from '../../kernel/feature.ts';
import { deleteEndedLinks, personalData, deleteSharingOf } from './sharing.queries.ts';
import { sharingHandlers } from './sharing.handlers.ts';

export const sharingFeature = feature({
  name: 'sharing',
  erase: deleteSharingOf,
  personalData,
  handlers: sharingHandlers,
  maintenance: [deleteEndedLinks],
});

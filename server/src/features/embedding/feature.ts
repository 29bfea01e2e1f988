import { feature } from '../../kernel/feature.ts';
import { deleteExpiredCodes } from './embedding.queries.ts';
import { embeddingHandlers } from './embedding.handlers.ts';

export const embeddingFeature = feature({
  name: 'embedding',
  handlers: embeddingHandlers,
  maintenance: [deleteExpiredCodes],
});

import { feature } from '../../kernel/feature.ts';
import { deleteExpiredCodes } from './embedding.queries.ts';
import { embeddingRoutes } from './embedding.routes.ts';

export const embeddingFeature = feature({
  name: 'embedding',
  handlers: embeddingRoutes,
  maintenance: [deleteExpiredCodes],
});

import { feature } from '../../kernel/feature.ts';
import { auditRoutes } from './audit.routes.ts';

export const auditFeature = feature({
  name: 'audit',
  handlers: auditRoutes,
});

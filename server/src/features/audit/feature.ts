import { feature } from '../../kernel/feature.ts';
import { auditHandlers } from './audit.handlers.ts';

export const auditFeature = feature({
  name: 'audit',
  handlers: auditHandlers,
});

import { feature } from '../../kernel/feature.ts';
import { sharedMembershipsHandlers } from './shared-memberships.handlers.ts';

export const sharedMembershipsFeature = feature({
  name: 'shared-memberships',
  handlers: sharedMembershipsHandlers,
});

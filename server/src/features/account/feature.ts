import { feature } from '../../kernel/feature.ts';
import { accountHandlers } from './account.handlers.ts';

export const accountFeature = feature({
  name: 'account',
  handlers: accountHandlers,
});

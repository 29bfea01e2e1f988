import { feature } from '../../kernel/feature.ts';
import { clubOfficeHandlers } from './club-office.handlers.ts';

export const clubOfficeFeature = feature({
  name: 'club-office',
  handlers: clubOfficeHandlers,
});

import { feature } from '../../kernel/feature.ts';
import { scheduleHandlers } from './schedule.handlers.ts';
import { deleteSettingsOf, personalData, selectClassRows } from './schedule.queries.ts';

export const scheduleFeature = feature({
  name: 'schedule',
  handlers: scheduleHandlers,
  erase: deleteSettingsOf,
  personalData,
  calendarParts: [{ kind: 'class', rows: selectClassRows }],
});

import { feature, type CalendarPart } from '../../kernel/feature.ts';
import { scheduleHandlers } from './schedule.handlers.ts';
import {
  deleteSettingsOf,
  personalData,
  selectClassRows,
  selectTermRows,
} from './schedule.queries.ts';

/** `parts`: the entries of people's calendars, from all features. */
export const scheduleFeature = (parts: () => readonly CalendarPart[]) =>
  feature({
    name: 'schedule',
    handlers: scheduleHandlers(parts),
    erase: deleteSettingsOf,
    personalData,
    calendarParts: [{ rows: selectClassRows }, { rows: selectTermRows }],
  });

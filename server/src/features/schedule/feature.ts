import { feature, type CalendarPart } from '../../kernel/feature.ts';
import { scheduleHandlers } from './schedule.handlers.ts';
import {
  deleteSettingsOf,
  personalData,
  selectClassRows,
  selectTermRows,
} from './schedule.queries.ts';

/** `parts` returns the calendar parts of all features. */
export const scheduleFeature = (parts: () => readonly CalendarPart[]) =>
  feature({
    name: 'schedule',
    handlers: scheduleHandlers(parts),
    erase: deleteSettingsOf,
    personalData,
    calendarParts: [{ rows: selectClassRows }, { rows: selectTermRows }],
  });

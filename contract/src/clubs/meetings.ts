import { z } from 'zod';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { clubLimits as limits, meetingTime } from './limits.ts';

const time = z.string().regex(meetingTime, 'Enter a time such as 18:00.');

/** A regular meeting of a club. */
export const clubMeeting = z.strictObject({
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('Days of the week in ISO 8601: 1 is Monday.'),
  starts: time.describe('Local time, such as `18:00`.'),
  ends: time.nullable().describe('Local time, or null if the end is open.'),
  location: text().max(limits.meetingLocation).describe('Can be empty.'),
});
schemaNames.add(clubMeeting, { id: 'ClubMeeting' });
export type ClubMeeting = z.output<typeof clubMeeting>;

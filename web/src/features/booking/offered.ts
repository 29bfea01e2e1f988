import type { ReplyOf } from '#contract/call.ts';
import type { getBookingPage } from '#contract/booking/calls.ts';

/** What is offered: by a person, or by an office. */
export interface Offered {
  name: string;
  /** Who sees what is written: their first name, or that of the office. */
  reader: string;
  note: string;
  daysAhead: number;
  cancelMinutes: number;
  kinds: ReplyOf<typeof getBookingPage>['kinds'];
}

import type { ReplyOf } from '#contract/call.ts';
import type { getBookingPage } from '#contract/booking/calls.ts';

/** The booking page of a person or an office. */
export interface BookingPageData {
  name: string;
  /** The first name of the host, or the office's name, shown as the reader of the answers. */
  reader: string;
  note: string;
  daysAhead: number;
  cancelMinutes: number;
  kinds: ReplyOf<typeof getBookingPage>['kinds'];
}

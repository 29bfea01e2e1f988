import { z } from 'zod';
import { wholeNumber } from '../whole-number.ts';
import { newsletterBlock, newsletterSummary } from './endpoints.ts';
import { emailsLimits, returnReasons } from './limits.ts';

/* What e-mails of clubs and e-mails about events share. */

/** The version of a draft that somebody read. */
export const readVersion = wholeNumber
  .min(1)
  .describe('The version that was read; another one is refused');

/** An e-mail in the list of those who send it; `hidden` says when figures are null. */
export const senderEmailSummary = (hidden: string) =>
  newsletterSummary.extend({
    read: z.int().nullable().describe(`Recipients who have opened it in their inbox. ${hidden}`),
    bounced: z.int().nullable().describe(`Mails that the mail server refused. ${hidden}`),
    returned: z
      .enum(returnReasons)
      .nullable()
      .describe(
        'Why it is a draft again although its time had come: `club`, the club was frozen, archived or deleted; `sender`, whoever set the time may no longer send here',
      ),
  });
export type SenderEmailSummary = z.output<ReturnType<typeof senderEmailSummary>>;

/** What opening an e-mail adds to its summary, beside whom it goes to. */
export const senderEmailBody = {
  title: z.string(),
  summary: z.string(),
  blocks: z.array(newsletterBlock),
  can: z.object({ change: z.boolean(), duplicate: z.boolean(), delete: z.boolean() }),
};

/** What scheduling takes; `at` null: now. */
export const scheduleBody = z.strictObject({
  version: readVersion,
  at: z.iso.datetime().nullable(),
});

/** How many people an audience has, and how many of them get mail. */
export const emailReach = z.object({ people: z.int(), byMail: z.int() });

/** Why figures are hidden. */
export const hiddenFigures = (which: string): string =>
  `null: fewer than ${emailsLimits.fewest} people got it${which}, so that it would tell who`;

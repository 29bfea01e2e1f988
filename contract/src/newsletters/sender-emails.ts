import { z } from 'zod';
import { wholeNumber } from '../whole-number.ts';
import { newsletterBlock, newsletterSummary } from './endpoints.ts';
import { emailsLimits, returnReasons } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

/* Shared by club emails and event emails. */

/** The version of a draft that the client read. */
export const readVersion = wholeNumber
  .min(1)
  .describe('Version you read. The call fails if the draft has changed since.');

/** An email in the senders' list; `hidden` explains null figures. */
export const senderEmailSummary = (hidden: string) =>
  newsletterSummary.extend({
    read: z
      .int()
      .nullable()
      .describe(`Number of recipients who opened it in their inbox. ${hidden}`),
    bounced: z
      .int()
      .nullable()
      .describe(`Number of emails that the mail server refused. ${hidden}`),
    returned: z
      .enum(returnReasons)
      .nullable()
      .describe(
        'Reason why it became a draft again at the scheduled time, or null. `club`: the club was frozen, archived or deleted; `sender`: the person who scheduled it can no longer send here.',
      ),
  });
export type SenderEmailSummary = z.output<ReturnType<typeof senderEmailSummary>>;

/** Details of an email besides its summary and its audience. */
export const senderEmailBody = {
  title: z.string(),
  summary: z.string(),
  blocks: z.array(newsletterBlock),
  can: z.object({ change: z.boolean(), duplicate: z.boolean(), delete: z.boolean() }),
};

export const scheduleBody = z.strictObject({
  version: readVersion,
  at: z.iso.datetime().nullable().describe('Time to send it, or null for now.'),
});

/** The size of an audience, and the number of its people who get emails. */
export const emailReach = z.object({ people: z.int(), byMail: z.int() });
schemaNames.add(emailReach, { id: 'EmailReach' });

/** The reason for hidden figures. */
export const hiddenFigures = (which: string): string =>
  `Null if fewer than ${emailsLimits.fewest} people received it${which}, because the figure could identify them.`;

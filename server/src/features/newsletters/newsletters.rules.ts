import { scheduleDays, sendGraceMs } from '#contract/newsletters/limits.ts';
import type { NewsletterAudience, NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/** Emails that are sent between two checks whether the server stops, and by one job, so that other newsletters get their turn. */
export const mailBatch = 25;
export const mailsOfJob = 100;
/** Minutes until a deferred email is tried again, by number of tries. After the last it fails. */
export const mailPauses = [1, 5, 15, 60, 240] as const;
/** Minutes until the next try if the mail server doesn't answer. */
export const serverPause = 5;
/** Days after which unsent emails fail. */
export const mailDays = 3;
/** Minutes after which a claimed email counts as lost with its server and is sent again. */
export const claimMinutes = 15;
/** Limits the test emails of one person. */
export const testLimit = { max: 30, seconds: 3_600 } as const;
/** Limits uploads, because pictures cost computing time. */
export const pictureLimit = { max: 200, seconds: 3_600 } as const;

export const everybody: NewsletterAudience = { accountTypes: [], years: [], majors: [], hubs: [] };

/** Returns blocks in their stored form: sanitized rich text, without empty paragraphs. */
export const cleanBlocks = (blocks: readonly NewsletterBlock[]): NewsletterBlock[] =>
  blocks.flatMap((block): NewsletterBlock[] => {
    if (block.kind !== 'text') return [block];
    const { html, text } = cleanRichText(block.html);
    return text === '' ? [] : [{ ...block, html }];
  });

/** Returns whether the newsletter is complete enough to send. */
export const isFinished = ({
  title,
  blocks,
}: {
  title: string;
  blocks: readonly NewsletterBlock[];
}): boolean => title !== '' && blocks.some(({ kind }) => kind !== 'divider');

/** Returns when a newsletter is sent for a requested time, or null if the time isn't possible. */
export const sendTime = (at: string | null, now: Date): Date | null => {
  const asked = at === null ? now.getTime() + sendGraceMs : Date.parse(at);
  // A slightly slow clock can ask for a time in the past.
  const isPast = asked < now.getTime() - 60_000;
  const isFar = asked > now.getTime() + scheduleDays * 86_400_000;
  return isPast || isFar ? null : new Date(Math.max(asked, now.getTime()));
};

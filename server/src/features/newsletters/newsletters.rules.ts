import { scheduleDays, sendGraceMs } from '#contract/newsletters/limits.ts';
import type { NewsletterAudience, NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/**
 * Emails that are sent before the job checks whether the server is stopping, and emails per job, so that other
 * newsletters get their turn.
 */
export const mailBatch = 25;
export const mailsOfJob = 100;
/** Minutes before each retry of a deferred email. After the last one, it fails. */
export const mailPauses = [1, 5, 15, 60, 240] as const;
/** Minutes before a retry if the mail server is unreachable. */
export const serverPause = 5;
/** Days after which unsent emails fail. */
export const mailDays = 3;
/** Minutes for which a claim on an email is valid. After that, it counts as lost with its server and is sent again. */
export const claimMinutes = 15;
/** Limits a person's test emails. */
export const testLimit = { max: 30, seconds: 3_600 } as const;
/** Limits uploads of pictures, because encoding them takes the server time. */
export const pictureLimit = { max: 200, seconds: 3_600 } as const;

export const everybody: NewsletterAudience = { accountTypes: [], years: [], majors: [], hubs: [] };

/** Returns blocks to store, with cleaned rich text and without empty paragraphs. */
export const cleanBlocks = (blocks: readonly NewsletterBlock[]): NewsletterBlock[] =>
  blocks.flatMap((block): NewsletterBlock[] => {
    if (block.kind !== 'text') return [block];
    const { html, text } = cleanRichText(block.html);
    return text === '' ? [] : [{ ...block, html }];
  });

/** Returns whether a newsletter has enough content to be sent. */
export const isFinished = ({
  title,
  blocks,
}: {
  title: string;
  blocks: readonly NewsletterBlock[];
}): boolean => title !== '' && blocks.some(({ kind }) => kind !== 'divider');

/** Returns when to send a newsletter for a requested time. Null if the time isn't possible. */
export const sendTime = (at: string | null, now: Date): Date | null => {
  const asked = at === null ? now.getTime() + sendGraceMs : Date.parse(at);
  // A client whose clock is slow can request a time that has just passed.
  const isPast = asked < now.getTime() - 60_000;
  const isFar = asked > now.getTime() + scheduleDays * 86_400_000;
  return isPast || isFar ? null : new Date(Math.max(asked, now.getTime()));
};

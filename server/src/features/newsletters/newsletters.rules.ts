import { scheduleDays, sendGraceMs } from '#contract/newsletters/limits.ts';
import type { NewsletterAudience, NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/** Mails handed over between two looks at whether the server stops, and by one job: then others have their turn. */
export const mailBatch = 25;
export const mailsOfJob = 100;
/** Minutes until a mail that the mail server put off is tried again, by how often it was; after the last it is given up. */
export const mailPauses = [1, 5, 15, 60, 240] as const;
/** Minutes until a mail server that does not answer is asked again. */
export const serverPause = 5;
/** Days after which what has not gone goes no more. */
export const mailDays = 3;
/** A mail that was taken in hand so long ago and has not gone was lost with its server: it is taken up again. */
export const claimMinutes = 15;
/** Test mails of one person. */
export const testLimit = { max: 30, seconds: 3_600 } as const;
/** Pictures are work for the server. */
export const pictureLimit = { max: 200, seconds: 3_600 } as const;

export const everybody: NewsletterAudience = { accountTypes: [], years: [], majors: [], hubs: [] };

/** Blocks as they may be stored: rich text cleaned, and paragraphs that say nothing left out. */
export const cleanBlocks = (blocks: readonly NewsletterBlock[]): NewsletterBlock[] =>
  blocks.flatMap((block): NewsletterBlock[] => {
    if (block.kind !== 'text') return [block];
    const { html, text } = cleanRichText(block.html);
    return text === '' ? [] : [{ ...block, html }];
  });

/** Whether there is something to send. */
export const isFinished = ({
  title,
  blocks,
}: {
  title: string;
  blocks: readonly NewsletterBlock[];
}): boolean => title !== '' && blocks.some(({ kind }) => kind !== 'divider');

/** When a newsletter goes, for a time that was asked for; null where it cannot be that. */
export const sendTime = (at: string | null, now: Date): Date | null => {
  const asked = at === null ? now.getTime() + sendGraceMs : Date.parse(at);
  // A clock that is a little behind asks for a moment ago.
  const isPast = asked < now.getTime() - 60_000;
  const isFar = asked > now.getTime() + scheduleDays * 86_400_000;
  return isPast || isFar ? null : new Date(Math.max(asked, now.getTime()));
};

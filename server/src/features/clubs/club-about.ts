import { clubLimits } from '#contract/clubs/limits.ts';
import { problem } from '../../kernel/http/problem.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/** What a club says of itself, as it may be stored. Empty when nothing is left to read. */
export const cleanAbout = (html: string): string => {
  const clean = cleanRichText(html);
  if (clean.text.length > clubLimits.aboutText)
    throw problem('invalid_input', {}, [
      { path: 'about', message: `at most ${clubLimits.aboutText} characters` },
    ]);
  return clean.text === '' ? '' : clean.html;
};

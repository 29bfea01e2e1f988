import { clubLimits } from '#contract/clubs/limits.ts';
import { problem } from '../../kernel/http/problem.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/** Sanitizes a club's description for storage. Empty if no text remains. */
export const cleanAbout = (html: string): string => {
  const clean = cleanRichText(html);
  if (clean.text.length > clubLimits.aboutText)
    throw problem('invalid_input', {}, [
      { path: 'about', message: `at most ${clubLimits.aboutText} characters` },
    ]);
  return clean.text === '' ? '' : clean.html;
};

import { profileLimits } from '#contract/people/endpoints.ts';
import { problem } from '../../kernel/http/problem.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/** Returns a bio in its stored form, or null if it has no text. */
export const cleanBio = (given: string | null): string | null => {
  if (given === null) return null;
  const { html, text } = cleanRichText(given);
  if (text.length > profileLimits.bioText) {
    throw problem('invalid_input', {}, [
      { path: 'bio', message: `at most ${profileLimits.bioText} characters` },
    ]);
  }
  return text === '' ? null : html;
};

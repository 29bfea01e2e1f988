import { profileLimits } from '#contract/people/endpoints.ts';
import { problem } from '../../kernel/http/problem.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';

/** A bio as it may be stored. Null when nothing is left to read. */
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

import sanitizeHtml from 'sanitize-html';
import { bioTags } from '#contract/layout.ts';
import { profileLimits } from '#contract/people.ts';
import { refused } from '../../kernel/problem.ts';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...bioTags],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 10,
  transformTags: {
    b: 'strong',
    i: 'em',
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
  },
};

/** Text as people count it: a sign that HTML writes as an entity is one character. */
const textOnly = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/&(?:amp|lt|gt|quot|#39);/g, '&');

/** Rich text as it may be stored: a handful of tags, no styles, no scripts. Null when nothing is left to read. */
export const cleanBio = (html: string | null): string | null => {
  if (html === null) return null;
  const clean = sanitizeHtml(html, allowed).trim();
  const text = textOnly(clean).trim();
  if (text.length > profileLimits.bioText) {
    throw refused('invalid_input', {}, [{ path: 'bio', message: `at most ${profileLimits.bioText} characters` }]);
  }
  return text === '' ? null : clean;
};

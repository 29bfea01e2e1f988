import sanitizeHtml from 'sanitize-html';
import { richTags } from '#contract/layout.ts';
import { simplifyHtml } from '#contract/rich-html.ts';
import { visibleText, withoutHidden } from '#contract/visible-text.ts';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...richTags],
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

/** Returns the text of HTML as people count it, with an entity as one character. */
export const textOnly = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => entities[entity] ?? '&',
  );

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Sanitizes rich text for storage: a few tags, no styles or scripts. Also returns its trimmed plain text. `base` is the URL for
 * resolving relative links.
 */
export const cleanRichText = (html: string, base?: string): { html: string; text: string } => {
  const clean = withoutHidden(sanitizeHtml(simplifyHtml(html, base), allowed)).trim();
  const text = visibleText(textOnly(clean));
  return { html: text === '' ? '' : clean, text };
};

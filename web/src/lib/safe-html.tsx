import { useEffect, useState } from 'react';
import { richTags } from '#contract/layout.ts';
import type { Config, DOMPurify } from 'dompurify';
import { lazyModule } from './lazy-module.ts';

/*
 * The only place where HTML becomes part of the page.
 *
 * <SafeHtml html={person.bio} className="rich-text" />
 *
 * HTML that the server has cleaned has an exact form and is used as is. Other HTML is sanitized, by a library that loads on
 * first use. Until then, the text is shown without formatting.
 */

const allowed: Config = {
  ALLOWED_TAGS: [...richTags],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** The part of https://www.w3.org/TR/trusted-types/ that we use. Browsers without it have no `trustedTypes`. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (input: string) => string>,
  ): { createHTML(html: string): unknown };
}

/** The only Trusted Types policy. It stays in this module, because everything it accepts has been sanitized. */
const policy = (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'campus-html',
  {
    createHTML: (html) => html,
    createScriptURL: () => {
      throw new TypeError('No script comes from here');
    },
  },
);

const bareTags = richTags.filter((tag) => tag !== 'a' && tag !== 'br').join('|');

/** The tags exactly as the server writes them (kernel/http/rich-text.ts), including the order of attributes. */
const mark = new RegExp(
  `^(?:</?(?:${bareTags})>|<br />|</a>` +
    '|<a href="(?:https?:|mailto:)[^"<>]*" rel="noopener noreferrer nofollow" target="_blank">)$',
);

/** The tags as the rich-text editor writes them. */
const written = new RegExp(
  `^(?:</?(?:${bareTags})>|<br>|</a>` + '|<a href="(?:https?:|mailto:)[^"<>]*">)$',
  'i',
);

const hasOnly = (html: string, tag: RegExp): boolean =>
  (html.match(/<[^>]*>?|>/g) ?? []).every((one) => tag.test(one));

/**
 * Returns whether HTML has the exact form: every `<` starts such a tag and every `>` ends one, so nothing else can become an
 * element or attribute. Such HTML is harmless regardless of its author.
 */
export const isPlainForm = (html: string): boolean => hasOnly(html, mark);

let purifier: DOMPurify | null = null;
const sanitizer = lazyModule(async (): Promise<DOMPurify> => {
  const { default: purify } = await import('dompurify');
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return;
    if (!node.hasAttribute('href')) return;
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  });
  purifier = purify;
  return purify;
});

/** Returns sanitized HTML. Rejects only if the sanitizer can't be loaded. */
export async function sanitizeHtml(html: string): Promise<string> {
  return clean(await sanitizer.load(), html);
}

function clean(purify: DOMPurify, html: string): string {
  const config = policy
    ? {
        ...allowed,
        TRUSTED_TYPES_POLICY: policy as unknown as NonNullable<Config['TRUSTED_TYPES_POLICY']>,
      }
    : allowed;
  return blessed(purify.sanitize(html, { ...config, RETURN_TRUSTED_TYPE: false }));
}

/** React passes it unchanged to innerHTML, which under Trusted Types only accepts values from a policy. */
const blessed = (clean: string): string =>
  policy ? (policy.createHTML(clean) as unknown as string) : clean;

/** Parses what the rich-text editor writes. Other HTML is rejected. */
export function writtenDom(html: string): Document {
  if (!hasOnly(html, written)) throw new TypeError('Not in the form of the editor');
  return new DOMParser().parseFromString(blessed(html), 'text/html');
}

/** Returns the text without tags, for display while the sanitizer loads, and for alerts. */
export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0*39;|&apos;/g, "'")
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&amp;/g, '&')
    .trim();

interface SafeHtmlProps {
  html: string;
  className?: string;
}

export function SafeHtml({ html, className }: SafeHtmlProps) {
  if (!/[<&]/.test(html)) return <div className={className}>{html}</div>;
  if (isPlainForm(html))
    return <div className={className} dangerouslySetInnerHTML={{ __html: blessed(html) }} />;
  return <Sanitized html={html} {...(className && { className })} />;
}

function Sanitized({ html, className = '' }: SafeHtmlProps) {
  const [isReady, setReady] = useState(purifier !== null);
  useEffect(() => {
    if (isReady) return;
    sanitizer.load().then(
      () => setReady(true),
      () => undefined,
    );
  }, [isReady]);
  if (purifier === null)
    return <div className={`${className} whitespace-pre-line`}>{plainText(html)}</div>;
  return <div className={className} dangerouslySetInnerHTML={{ __html: clean(purifier, html) }} />;
}

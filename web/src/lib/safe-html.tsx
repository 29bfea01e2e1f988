import { useEffect, useState } from 'react';
import { richTags } from '#contract/layout.ts';
import type { Config, DOMPurify } from 'dompurify';
import { lazyModule } from './lazy-module.ts';

/*
 * The only place where HTML becomes part of the page. <SafeHtml html={person.bio} className="rich-text" />
 * What the server has cleaned has one exact form and goes in as it is; anything else goes through the sanitizer, which is loaded
 * with its first use. Until then the text stands without its marks.
 */

const allowed: Config = {
  ALLOWED_TAGS: [...richTags],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** What we use of https://www.w3.org/TR/trusted-types/; browsers without it have no `trustedTypes`. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (input: string) => string>,
  ): { createHTML(html: string): unknown };
}

/** The one Trusted Types policy. It stays in this module: what it blesses has been through the sanitizer. */
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

/** The marks as the server writes them (kernel/http/rich-text.ts), down to the order of attributes; there is no other way to write one here. */
const mark = new RegExp(
  `^(?:</?(?:${bareTags})>|<br />|</a>` +
    '|<a href="(?:https?:|mailto:)[^"<>]*" rel="noopener noreferrer nofollow" target="_blank">)$',
);

/** The marks as the editor of rich text writes them. */
const written = new RegExp(
  `^(?:</?(?:${bareTags})>|<br>|</a>` + '|<a href="(?:https?:|mailto:)[^"<>]*">)$',
  'i',
);

const hasOnly = (html: string, tag: RegExp): boolean =>
  (html.match(/<[^>]*>?|>/g) ?? []).every((one) => tag.test(one));

/**
 * Whether HTML is of that form: every `<` begins such a mark and every `>` ends one, so that nothing else in it can become an
 * element or an attribute. That says that it is harmless, whoever wrote it.
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

/** Sanitized HTML; rejects only when the sanitizer cannot be loaded. */
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

/** React hands it to innerHTML as it is, which under Trusted Types takes a blessed value only. */
const blessed = (clean: string): string =>
  policy ? (policy.createHTML(clean) as unknown as string) : clean;

/** What the editor of rich text writes, as elements for it; HTML of any other form is refused. */
export function writtenDom(html: string): Document {
  if (!hasOnly(html, written)) throw new TypeError('Not in the form of the editor');
  return new DOMParser().parseFromString(blessed(html), 'text/html');
}

/** What the HTML says, without marks: the stand-in while the sanitizer loads, and the text of an alert. */
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

import { randomBytes } from 'node:crypto';
import type { SchoolRow } from '../../kernel/context.ts';
import type { DocumentReply } from '../../kernel/http/documents.ts';
import { escapeHtml } from '../../kernel/http/escape-html.ts';

/*
 * Two pages are shown in frames of an LMS and aren't part of the app: the end of a dynamic registration, and the page
 * that posts an answer to the LMS. They have no controls that could be misused, so any site can frame them. The server
 * can't know the framing site in advance.
 */

/** Returns a separate page with one script. `body` is HTML. */
export const framePage = (
  school: Pick<SchoolRow, 'locale' | 'name'>,
  {
    status = 200,
    title,
    body,
    script,
  }: { status?: number; title: string; body: string; script: string },
): DocumentReply => {
  const nonce = randomBytes(16).toString('base64url');
  const language = /^(?:de|ar)/.exec(school.locale)?.[0] ?? 'en';
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'`,
    },
    body: `<!doctype html><html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title><style>body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:36rem;padding:2rem 1rem}h1{font-size:1.25rem}button{font:inherit;min-height:2.75rem;padding:0 1rem}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main><script nonce="${nonce}">${script}</script></body></html>`,
  };
};

/** Returns the texts of these pages in the school's language, because no one is signed in here. */
export const frameTexts = <const W extends Readonly<Record<'en' | 'de' | 'ar', unknown>>>(
  { locale }: Pick<SchoolRow, 'locale'>,
  words: W,
): W['en'] | W['de'] | W['ar'] =>
  locale.startsWith('de') ? words.de : locale.startsWith('ar') ? words.ar : words.en;

import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { isTextBlackOn } from '#contract/text-on-color.ts';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import type { Language } from '../../kernel/outbound/languages.ts';
import type { Message } from '../../kernel/outbound/mail.ts';
import { textOnly } from '../../kernel/http/rich-text.ts';
import { newsletterWords } from './newsletter-words.ts';

/** The content of an email around the newsletter. */
export interface MailFrame {
  readonly school: { readonly name: string; readonly color: string };
  /** The club that sends it, or the event that it is about. Null for the school. */
  readonly sender: {
    readonly kind: 'club' | 'event';
    readonly id: number;
    readonly name: string;
  } | null;
  /** The school's address, without a trailing slash. */
  readonly origin: string;
  /** The address of the newsletter in the inbox. */
  readonly inbox: string;
  /** The recipient's language, for the texts around the newsletter. */
  readonly language: Language;
  /** The token for unsubscribing with one click. Null in test emails. */
  readonly token: string | null;
}

interface NewsletterContent {
  readonly title: string;
  readonly summary: string;
  readonly blocks: readonly NewsletterBlock[];
}

const textOn = (color: string): string => {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return isTextBlackOn(r, g, b) ? '#000000' : '#ffffff';
};

const htmlOf = (block: NewsletterBlock, { school, origin }: MailFrame): string => {
  switch (block.kind) {
    case 'heading':
      return `<h2 style="margin:28px 0 8px;font-size:20px;line-height:1.3">${escapeHtml(block.text)}</h2>`;
    case 'text':
      return `<div style="margin:0 0 16px">${block.html}</div>`;
    case 'picture': {
      const width = Math.min(560, block.width);
      const caption =
        block.caption === ''
          ? ''
          : `<p style="margin:6px 0 0;font-size:13px;color:#5c5c5c">${escapeHtml(block.caption)}</p>`;
      return `<div style="margin:0 0 20px"><img src="${origin}/files/${block.file}" alt="${escapeHtml(block.alt)}" width="${width}" height="${Math.round((width * block.height) / block.width)}" style="display:block;max-width:100%;height:auto;border:0;border-radius:10px">${caption}</div>`;
    }
    case 'button':
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#${school.color};color:${textOn(school.color)};font-weight:bold;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case 'divider':
      return '<hr style="margin:24px 0;border:0;border-top:1px solid #dddddd">';
  }
};

/** Converts the paragraphs and lines of rich text to lines. */
const plain = (html: string): string =>
  textOnly(
    html
      .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, label: string) =>
        textOnly(label) === href ? label : `${label} (${href})`,
      )
      .replace(/<li>/g, '- ')
      .replace(/<br\s*\/?>|<\/(?:li|ul|ol)>/g, '\n')
      .replace(/<\/p>/g, '\n\n'),
  ).trim();

const textOf = (block: NewsletterBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(60, block.text.length))}`;
    case 'text':
      return plain(block.html);
    case 'picture':
      return [block.alt === '' ? '' : `[${block.alt}]`, block.caption]
        .filter((line) => line !== '')
        .join('\n');
    case 'button':
      return `${block.label}: ${block.url}`;
    case 'divider':
      return '----';
  }
};

/** Returns the addresses for unsubscribing: one for email clients and one for people. */
export const unsubscribeUrls = (
  origin: string,
  token: string,
  from: 'club' | 'event' | 'school',
) => ({
  oneClick: `${origin}/api/v1/inbox/unsubscribe/${token}`,
  // The token comes after the #, so that servers and logs in between don't receive it.
  page: `${origin}/unsubscribe${from === 'school' ? '' : `?from=${from}`}#${token}`,
});

/**
 * Returns a newsletter as an email with plain text and HTML, and without tracking images. It has `List-Unsubscribe`
 * with one click (RFC 8058), and `List-Id` (RFC 2919), by which email clients filter.
 */
export const newsletterMail = (
  to: string,
  letter: NewsletterContent,
  frame: MailFrame,
): Message => {
  const { school, sender, inbox, token, origin } = frame;
  const urls = token === null ? null : unsubscribeUrls(origin, token, sender?.kind ?? 'school');
  const words = newsletterWords[frame.language];
  const ends =
    sender === null
      ? words.unsubscribe
      : sender.kind === 'club'
        ? words.unsubscribeClub(sender.name)
        : words.unsubscribeEvent(sender.name);
  const leave = urls === null ? words.test : `${ends}: ${urls.page}`;
  const from = sender === null ? school.name : `${sender.name}, ${school.name}`;
  const text = [
    letter.title,
    ...(letter.summary === '' ? [] : [letter.summary]),
    ...letter.blocks.map(textOf).filter((part) => part !== ''),
    '--',
    `${from}. ${words.inbox}: ${inbox}`,
    leave,
  ].join('\n\n');
  const summary =
    letter.summary === ''
      ? ''
      : `<p style="margin:0 0 20px;color:#5c5c5c">${escapeHtml(letter.summary)}</p>`;
  const end =
    urls === null
      ? escapeHtml(leave)
      : `<a href="${escapeHtml(urls.page)}" style="color:#5c5c5c">${escapeHtml(ends)}</a>`;
  const html = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f3f1;color:#1c1b1a;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div dir="auto" style="max-width:600px;margin:0 auto;padding:28px;background:#ffffff;border-radius:14px">
<p style="margin:0 0 20px;font-size:14px;font-weight:bold;color:#5c5c5c">${escapeHtml(from)}</p>
<h1 style="margin:0 0 8px;font-size:26px;line-height:1.25">${escapeHtml(letter.title)}</h1>
${summary}${letter.blocks.map((block) => htmlOf(block, frame)).join('\n')}
<hr style="margin:28px 0 16px;border:0;border-top:1px solid #dddddd">
<p style="margin:0;font-size:13px;color:#5c5c5c"><a href="${escapeHtml(inbox)}" style="color:#5c5c5c">${escapeHtml(words.inbox)}</a> · ${end}</p>
</div></body></html>`;
  return {
    to,
    subject: letter.title,
    fromName: sender === null ? school.name : `${sender.name} (${school.name})`,
    text,
    html,
    headers: {
      'List-Id': `<${sender === null ? '' : `${sender.kind}-${sender.id}.`}newsletters.${new URL(origin).hostname}>`,
      ...(urls !== null && {
        'List-Unsubscribe': `<${urls.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
};

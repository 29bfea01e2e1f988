import { notificationPath } from '#contract/notifications/keys.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { isTextBlackOn } from '#contract/text-on-color.ts';
import { escapeHtml } from '../../../kernel/http/escape-html.ts';
import type { Message } from '../../../kernel/outbound/mail.ts';
import { mailedSingly } from '../notifications.rules.ts';
import type { Language } from '../../../kernel/outbound/languages.ts';
import { sentenceOf } from '../sentence.ts';
import { phrases } from '../phrases.ts';

/** The content of an email around the notifications. */
export interface Frame {
  readonly school: { readonly name: string; readonly color: string };
  /** The school's address, without a trailing slash. */
  readonly origin: string;
  /** The token for unsubscribing with one click. */
  readonly token: string;
  readonly language: Language;
}

const grey = '#5c5c5c';

const textOn = (color: string): string => {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return isTextBlackOn(r, g, b) ? '#000000' : '#ffffff';
};

/** Returns the addresses for unsubscribing: one for email clients and one for people. */
const unsubscribeUrls = (origin: string, token: string) => ({
  oneClick: `${origin}/api/v1/notifications/unsubscribe/${token}`,
  // The token comes after the #, so that servers and logs in between don't receive it.
  page: `${origin}/unsubscribe?from=notifications#${token}`,
});

/**
 * Returns notifications as one email: plain text and HTML, without message texts and tracking images. It can be
 * unsubscribed from with one click (RFC 8058) and filtered by `List-Id` (RFC 2919).
 */
export const digestMail = (to: string, items: readonly Notification[], frame: Frame): Message => {
  const { school, origin, language } = frame;
  const say = phrases[language];
  const urls = unsubscribeUrls(origin, frame.token);
  const settings = `${origin}/settings/notifications`;
  const all = `${origin}/notifications`;
  const shown = items
    .slice(0, mailedSingly)
    .map((item) => ({ text: sentenceOf(language, item), url: origin + notificationPath(item) }));
  const [first] = shown;
  const subject =
    items.length === 1 && first !== undefined ? first.text : say.subject(items.length);
  const more = items.length > shown.length ? [say.more(items.length - shown.length)] : [];
  const text = [
    `${subject} – ${school.name}`,
    ...shown.map((one) => `${one.text}\n${one.url}`),
    ...more,
    `${say.all}: ${all}`,
    '--',
    `${say.settings}: ${settings}`,
    `${say.leave}: ${urls.page}`,
  ].join('\n\n');
  const row = ({ text: words, url }: { text: string; url: string }) =>
    `<tr><td style="padding:14px 0;border-top:1px solid #e4e2df"><a href="${escapeHtml(url)}" style="color:#1c1b1a;text-decoration:none;font-weight:600" dir="auto">${escapeHtml(words)}</a></td></tr>`;
  const link = (url: string, words: string) =>
    `<a href="${escapeHtml(url)}" style="color:${grey}">${escapeHtml(words)}</a>`;
  const html = `<!doctype html><html lang="${language}" dir="${say.dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f3f1;color:#1c1b1a;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:14px">
<p style="margin:0 0 16px;font-size:14px;font-weight:bold;color:${grey}">${escapeHtml(school.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3" dir="auto">${escapeHtml(subject)}</h1>
${items.length === 1 ? '' : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${shown.map(row).join('')}</table>`}
${more.map((words) => `<p style="margin:0 0 12px;color:${grey}">${escapeHtml(words)}</p>`).join('')}
<p style="margin:20px 0 0"><a href="${escapeHtml(items.length === 1 && first !== undefined ? first.url : all)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#${school.color};color:${textOn(school.color)};font-weight:bold;text-decoration:none">${escapeHtml(items.length === 1 ? say.open : say.all)}</a></p>
<hr style="margin:28px 0 16px;border:0;border-top:1px solid #e4e2df">
<p style="margin:0;font-size:13px;color:${grey}">${link(settings, say.settings)} · ${link(urls.page, say.leave)}</p>
</div></body></html>`;
  return {
    to,
    fromName: school.name,
    subject,
    text,
    html,
    headers: {
      'List-Id': `<notifications.${new URL(origin).hostname}>`,
      'List-Unsubscribe': `<${urls.oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

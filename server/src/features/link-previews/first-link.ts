import { linkEnd } from '#contract/sharing/link-end.ts';

/** Where people write code they mean no link. */
const code = /```[^]*?```|`[^`\n]*`/g;

/** The first address of a page in a text, as it would be called; null where there is none. */
export const firstLink = (text: string): string | null => {
  for (const [found] of text.replace(code, ' ').matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    const url = URL.parse(found.slice(0, linkEnd(found)));
    if (url === null || url.username !== '' || url.password !== '' || url.href.length > 2_000)
      continue;
    url.hash = '';
    return url.href;
  }
  return null;
};

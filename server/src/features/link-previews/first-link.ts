import { linkEnd } from '#contract/sharing/link-end.ts';

/** Addresses inside code aren't links. */
const code = /```[^]*?```|`[^`\n]*`/g;

/** Returns the normalized address of the first link in a text. Null if there is none. */
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

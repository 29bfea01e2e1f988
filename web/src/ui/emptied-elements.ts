/** The part of https://www.w3.org/TR/trusted-types/ that we use. Browsers without it have no `trustedTypes`. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string | null }): unknown;
}

/**
 * Lets a library empty an element with `innerHTML = ''`, as react-aria does before it announces the typed part of a date. A
 * rejection would break the whole page. All other values are still rejected, like scripts and their URLs.
 */
export function allowEmptying(): void {
  (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === '' ? '' : null),
  });
}

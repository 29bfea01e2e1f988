/** What we use of https://www.w3.org/TR/trusted-types/; browsers without it have no `trustedTypes`. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string | null }): unknown;
}

/**
 * Lets a library empty an element by `innerHTML = ''`, as react-aria does before it announces the part of a date that is typed: refused,
 * that ends the whole page. Every other text stays refused, like scripts and their addresses.
 */
export function allowEmptying(): void {
  (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === '' ? '' : null),
  });
}

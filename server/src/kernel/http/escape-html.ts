/** Text as HTML: of content and of attributes in quotes. */
export const asText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

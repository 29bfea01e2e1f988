/** Media types of replies that are text (`answers` of an endpoint). */
export const textTypes = {
  xml: 'application/samlmetadata+xml',
  ndjson: 'application/x-ndjson',
} as const;

import { createHash } from 'node:crypto';
import type { CalendarRow } from '../../kernel/feature.ts';

/** Returns an ETag for calendar rows without formatting the file. */
export const tagOfRows = (rows: readonly CalendarRow[], more: unknown): string => {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const row of rows)
    hash.update(
      JSON.stringify([
        row.kind,
        row.id,
        row.revision,
        row.updated_at.getTime(),
        row.title,
        row.location,
        row.url,
        row.series,
        row.only,
        row.is_tentative,
        row.is_canceled,
        row.more,
      ]),
    );
  return `"${hash.digest('base64url').slice(0, 27)}"`;
};

/** Returns whether `If-None-Match` contains the tag. */
export const isSameTag = (header: string | undefined, tag: string): boolean =>
  header
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === tag || one === '*') ?? false;

import type { LinkPreview } from '#contract/link-previews/shapes.ts';
import { fileUrl } from '../people/people.views.ts';
import type { PreviewRow } from './link-previews.queries.ts';

export const linkPreviewView = (row: PreviewRow | null): LinkPreview | null =>
  row && {
    url: row.url,
    title: row.title,
    description: row.description,
    site: row.site,
    pictureUrl: fileUrl(row.picture),
  };

import { feature } from '../../kernel/feature.ts';
import { deleteUnusedPreviews, selectPreviewFiles } from './link-previews.queries.ts';

/** Previews of linked pages, for messages and posts. */
export const linkPreviewsFeature = feature({
  name: 'link-previews',
  maintenance: [deleteUnusedPreviews],
  fileReferences: [selectPreviewFiles],
});

import { feature } from '../../kernel/feature.ts';
import { deleteAnswersOf, formUploads, personalData } from './forms.queries.ts';

/**
 * Forms that other features ask people to fill in. The feature has no calls, because those features decide who can edit, answer and read
 * a form.
 */
export const formsFeature = feature({
  name: 'forms',
  erase: deleteAnswersOf,
  personalData,
  uploadReferences: [formUploads],
});

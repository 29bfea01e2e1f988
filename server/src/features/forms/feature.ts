import { feature } from '../../kernel/feature.ts';
import { deleteAnswersOf, formUploads, personalData } from './forms.queries.ts';

/** What other features ask people. It has no calls of its own: they say who may ask, answer and read. */
export const formsFeature = feature({
  name: 'forms',
  erase: deleteAnswersOf,
  personalData,
  uploadReferences: [formUploads],
});

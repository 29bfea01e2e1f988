import type { FormDefinition } from '#contract/forms/definition.ts';

export const base = { help: '', isRequired: false, startsPage: false, conditions: [] };
export const rating = {
  ...base,
  id: 'rating',
  title: 'How welcome did you feel?',
  kind: 'scale',
  from: 1,
  to: 5,
  lowLabel: '',
  highLabel: '',
  isRequired: true,
} satisfies FormDefinition['questions'][number];
export const visit = {
  ...base,
  id: 'visit',
  title: 'What brought you here?',
  kind: 'one',
  options: [
    { id: 'soup', label: 'The soup' },
    { id: 'work', label: 'Working outside' },
  ],
  hasOther: true,
} satisfies FormDefinition['questions'][number];
export const words = {
  ...base,
  id: 'words',
  title: 'What should change?',
  kind: 'long',
} satisfies FormDefinition['questions'][number];
/** Three survey questions: a choice, a rating, and text. */
export const definition: FormDefinition = { questions: [visit, rating, words] };

import type { FormAnswers, FormDefinition } from '../forms/definition.ts';
import { checkAnswers } from '../forms/form-rules.ts';
import type { ApplicationKind, ApplicationStep, OfficerState } from './limits.ts';

/* Rules for a registration or renewal. The web app checks them before it submits, and the server before it accepts. */

/** A reason why an application can't be submitted yet. */
export interface MissingPart {
  readonly step: ApplicationStep;
  readonly code: 'name' | 'description' | 'position' | 'declined' | 'roster' | 'answer';
  /** ID of the position, person or question. */
  readonly of: string;
}

export interface Submittable {
  readonly kind: ApplicationKind;
  readonly name: string;
  readonly description: string;
  readonly officers: readonly {
    readonly person: { readonly uid: string };
    readonly position: { readonly id: string };
    readonly state: OfficerState;
  }[];
  readonly positions: readonly { readonly id: string; readonly isRequired: boolean }[];
  readonly isRosterConfirmed: boolean;
  readonly form: { readonly definition: FormDefinition };
  readonly answers: FormAnswers;
}

/** Returns the steps of a registration or renewal, in order. */
export const stepsOf = ({
  kind,
  form,
}: Pick<Submittable, 'kind' | 'form'>): readonly ApplicationStep[] => [
  'details',
  'officers',
  ...(kind === 'renewal' ? (['roster'] as const) : []),
  ...(form.definition.questions.length > 0 ? (['questions'] as const) : []),
  'check',
];

/** Returns everything that is still missing for submission. */
export const missingOf = (application: Submittable): readonly MissingPart[] => {
  const { name, description, officers, positions, answers, form } = application;
  const isFilled = (id: string) =>
    officers.some(({ position, state }) => position.id === id && state !== 'declined');
  return [
    ...(name.trim() === '' ? [{ step: 'details', code: 'name', of: '' } as const] : []),
    ...(description.trim() === ''
      ? [{ step: 'details', code: 'description', of: '' } as const]
      : []),
    ...positions
      .filter(({ id, isRequired }) => isRequired && !isFilled(id))
      .map(({ id }) => ({ step: 'officers', code: 'position', of: id }) as const),
    ...officers
      .filter(({ state }) => state === 'declined')
      .map(({ person }) => ({ step: 'officers', code: 'declined', of: person.uid }) as const),
    ...(application.kind === 'renewal' && !application.isRosterConfirmed
      ? [{ step: 'roster', code: 'roster', of: '' } as const]
      : []),
    ...checkAnswers(form.definition, answers).problems.map(
      ({ question }) => ({ step: 'questions', code: 'answer', of: question }) as const,
    ),
  ];
};

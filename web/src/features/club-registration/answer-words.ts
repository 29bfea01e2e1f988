import type { Application } from '#contract/club-registration/endpoints.ts';
import type { AnswerValue, Question } from '#contract/forms/definition.ts';
import type { Messages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';

/** Returns an answer as text. */
export const answerWords = (
  { date, number, list }: Messages,
  question: Question,
  value: AnswerValue | undefined,
  { files, people }: Pick<Application, 'files' | 'people'>,
): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string')
    return question.kind === 'date' ? date(`${value}T12:00:00`) : value;
  if ('options' in value) {
    const options = 'options' in question ? question.options : [];
    const chosen = value.options.map((id) => options.find((one) => one.id === id)?.label ?? '');
    return list([...chosen, ...(value.other === null ? [] : [value.other])]);
  }
  if ('files' in value)
    return list(value.files.map((id) => files.find((one) => one.id === id)?.name ?? ''));
  const person = people.find(({ uid }) => uid === value.person);
  return person === undefined ? '' : nameOf(person);
};

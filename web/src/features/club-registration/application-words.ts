import type { Application, ApplicationRow } from '#contract/club-registration/endpoints.ts';
import type {
  ApplicationState,
  OfficerState,
  RenewalState,
} from '#contract/club-registration/limits.ts';
import type { MissingPart } from '#contract/club-registration/application-rules.ts';
import type { Messages } from '../../lib/messages.ts';
import type { Tone } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';

export const stateTones: Readonly<Record<ApplicationState, Tone>> = {
  draft: 'quiet',
  submitted: 'brand',
  changes_requested: 'warn',
  approved: 'good',
  denied: 'bad',
};

export const officerTones: Readonly<Record<OfficerState, Tone>> = {
  asked: 'warn',
  accepted: 'good',
  declined: 'bad',
};

export const renewalTones: Readonly<Record<RenewalState, Tone>> = {
  new: 'brand',
  due: 'warn',
  review: 'brand',
  late: 'bad',
  frozen: 'bad',
  renewed: 'good',
  none: 'quiet',
};

/** Returns the title of a registration or renewal. */
export const titleOf = (
  { t }: Pick<Messages, 't'>,
  { kind, name, window }: Pick<ApplicationRow, 'kind' | 'name' | 'window'>,
): string =>
  kind === 'renewal'
    ? t('clubRegistration.renewTitle', { name, window: window?.name ?? '' })
    : name === ''
      ? t('clubRegistration.untitled')
      : name;

/** Returns the reason why it can't be submitted yet. */
export const missingText = (
  { t }: Pick<Messages, 't'>,
  { code, of }: MissingPart,
  { positions, officers, form }: Pick<Application, 'positions' | 'officers' | 'form'>,
): string => {
  switch (code) {
    case 'position':
      return t('clubRegistration.missing_position', {
        name: positions.find(({ id }) => id === of)?.name ?? '',
      });
    case 'declined': {
      const person = officers.find((one) => one.person.uid === of)?.person;
      return t('clubRegistration.missing_declined', {
        name: person === undefined ? '' : nameOf(person),
      });
    }
    case 'answer':
      return t('clubRegistration.missing_answer', {
        name: form.definition.questions.find(({ id }) => id === of)?.title ?? '',
      });
    default:
      return t(`clubRegistration.missing_${code}`);
  }
};

/** Returns the label of a change. */
export const changeLabel = (
  { t }: Pick<Messages, 't'>,
  { what, label }: Application['changes'][number],
): string => (what === 'officer' || what === 'answer' ? label : t(`clubRegistration.${what}`));

/** Returns the value of a change as text. */
export const changeValue = (
  { t }: Pick<Messages, 't'>,
  what: Application['changes'][number]['what'],
  value: string,
): string => {
  if (value === '') return t('clubRegistration.nothing');
  if (what !== 'membership') return value;
  return value === 'open' || value === 'request' || value === 'invitation' || value === 'closed'
    ? t(`clubRegistration.membership_${value}`)
    : value;
};

import { deleteResultsOf } from '../../kernel/client-results.ts';
import { feature, type Feature, type PersonalData } from '../../kernel/feature.ts';
import { accountHandlers } from './account.handlers.ts';

/** `personalData`: the sections of all other features. */
export const accountFeature = (personalData: readonly PersonalData[]): Feature =>
  feature({ name: 'account', handlers: accountHandlers(personalData), erase: deleteResultsOf });

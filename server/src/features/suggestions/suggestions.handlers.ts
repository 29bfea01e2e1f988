import { dismissSuggestion, listSuggestions, restoreSuggestion } from '#contract/suggestions.ts';
import { handle } from '../../kernel/handle.ts';
import { dismiss, readSuggestions, restore } from './suggestions.actions.ts';

export const suggestionsHandlers = [
  handle(listSuggestions, readSuggestions),
  handle(dismissSuggestion, dismiss),
  handle(restoreSuggestion, restore),
];

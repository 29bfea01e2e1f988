import { dismissSuggestion, listSuggestions, restoreSuggestion } from '#contract/suggestions.ts';
import { route } from '../../kernel/http/route.ts';
import { dismiss, readSuggestions, restore } from './suggestions.actions.ts';

export const suggestionsRoutes = [
  route(listSuggestions, readSuggestions),
  route(dismissSuggestion, dismiss),
  route(restoreSuggestion, restore),
];

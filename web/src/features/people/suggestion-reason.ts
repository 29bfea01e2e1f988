import type { SuggestionReason } from '#contract/suggestions/endpoints.ts';
import { addEnglish, type Messages } from '../../lib/messages.ts';
import english from 'messages:en/suggestions.*';

addEnglish(english);

/** Returns a short reason for a suggestion. */
export function reasonText({ t, list }: Messages, reason: SuggestionReason): string {
  switch (reason.kind) {
    case 'mutual':
      return t('suggestions.mutual', { count: reason.count });
    case 'studies':
      if (reason.major !== null && reason.year !== null)
        return t('suggestions.both', { major: reason.major, year: String(reason.year) });
      return reason.major === null
        ? t('suggestions.year', { year: String(reason.year) })
        : t('suggestions.major', { major: reason.major });
    case 'interests':
      return t('suggestions.interests', { names: list(reason.values) });
  }
}

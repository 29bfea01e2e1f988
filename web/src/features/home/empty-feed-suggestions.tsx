import { addEnglish } from '../../lib/messages.ts';
import english from '../clubs/messages/en.json';
import { SuggestedClubs } from '../clubs/listing/suggested-clubs.tsx';

addEnglish(english);

/** Suggestions for an empty feed: clubs to join. Suggested people are shown next to it. */
export function EmptyFeedSuggestions() {
  return <SuggestedClubs hub={null} />;
}

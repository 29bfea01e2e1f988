import { addEnglish } from '../../lib/messages.ts';
import english from '../clubs/messages/en.json';
import { SuggestedClubs } from '../clubs/suggested-clubs.tsx';

addEnglish(english);

/** What an empty feed offers to begin with: clubs to join. People to connect with stand beside it. */
export function Beginning() {
  return <SuggestedClubs hub={null} />;
}

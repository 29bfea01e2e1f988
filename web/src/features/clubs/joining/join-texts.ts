import more from 'messages:en/clubs.more';
import joinTexts from 'messages:en/clubs.join*';
import leaveTexts from 'messages:en/clubs.leave*';
import leftTexts from 'messages:en/clubs.left*';
import withdrawTexts from 'messages:en/clubs.withdraw*';
import askedTexts from 'messages:en/clubs.asked*';
import declineTexts from 'messages:en/clubs.decline*';
import acceptTexts from 'messages:en/clubs.accept*';
import requestTexts from 'messages:en/clubs.request*';
import memberTexts from 'messages:en/clubs.member*';
import cancelTexts from 'messages:en/clubs.cancel*';
import { addEnglish } from '../../../lib/messages.ts';

// The home page loads the texts of the button without those of all pages of clubs.
addEnglish(more);
addEnglish(joinTexts);
addEnglish(leaveTexts);
addEnglish(leftTexts);
addEnglish(withdrawTexts);
addEnglish(askedTexts);
addEnglish(declineTexts);
addEnglish(acceptTexts);
addEnglish(requestTexts);
addEnglish(memberTexts);
addEnglish(cancelTexts);

import titles from 'messages:en/*.title';
import { addEnglish } from '../lib/messages.ts';

// A list of sections names those of other features, whose pages are not loaded; the rest of a feature's words comes with its pages.
addEnglish(titles);

import titles from 'messages:en/*.title';
import { addEnglish } from '../lib/messages.ts';

// A list of sections shows those of other features, whose pages aren't loaded. A feature's other texts load with its pages.
addEnglish(titles);

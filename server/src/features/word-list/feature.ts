import { feature } from '../../kernel/feature.ts';
import { wordListHandlers } from './word-list.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** The new number of words. */
    word_list_changed: { words: number };
  }
}

export const wordListFeature = feature({ name: 'word-list', handlers: wordListHandlers });

import { feature } from '../../kernel/feature.ts';
import { deleteExpiredCodes, personalData } from './embedding.queries.ts';
import { embeddingHandlers } from './embedding.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** A host's server requested a code that signs in a person. The entry also has the key's name. */
    embed_code_made: { person: number; origin: string };
  }
}

export const embeddingFeature = feature({
  name: 'embedding',
  personalData,
  handlers: embeddingHandlers,
  maintenance: [deleteExpiredCodes],
});

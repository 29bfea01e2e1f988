import { addEmbedOrigin, listEmbedOrigins, removeEmbedOrigin } from '#contract/embedding.ts';
import { handle } from '../../../kernel/handle.ts';
import { addOrigin, listOrigins, removeOrigin } from './origins.actions.ts';

export const originsHandlers = [
  handle(listEmbedOrigins, listOrigins),
  handle(addEmbedOrigin, addOrigin),
  handle(removeEmbedOrigin, removeOrigin),
];

import { addEmbedOrigin, listEmbedOrigins, removeEmbedOrigin } from '#contract/embedding.ts';
import { route } from '../../../kernel/http/route.ts';
import { addOrigin, listOrigins, removeOrigin } from './origins.actions.ts';

export const originsRoutes = [
  route(listEmbedOrigins, listOrigins),
  route(addEmbedOrigin, addOrigin),
  route(removeEmbedOrigin, removeOrigin),
];

import { feature } from '../../kernel/feature.ts';
import { directoryRoutes } from './directory.routes.ts';
import { keepPosts } from './places/places.queries.ts';

export const directoryFeature = feature({
  name: 'directory',
  handlers: directoryRoutes,
  maintenance: [keepPosts],
});

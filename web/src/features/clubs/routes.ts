import { coming } from '../coming/coming.ts';
import { paths } from '../../paths.ts';
import { inShell, leadsTo } from '../../routing.ts';

export const routes = [
  leadsTo(paths.clubs, '/_/_/clubs'),
  inShell(paths.clubsOfHub, coming),
] as const;

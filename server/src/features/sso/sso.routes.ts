import { finishOidc, finishSaml, listSso, ssoMetadata, startSso } from '#contract/sso.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import {
  describeService,
  finishOidcSignOn,
  finishSamlSignOn,
  listProviders,
  startSignOn,
} from './sso.actions.ts';

export const ssoRoutes = [
  route(listSso, listProviders),
  route(ssoMetadata, describeService),
  // These wait for the provider's answers.
  routeOutside(startSso, startSignOn),
  routeOutside(finishOidc, finishOidcSignOn),
  routeOutside(finishSaml, finishSamlSignOn),
];

import {
  addProvider,
  changeProvider,
  deleteProvider,
  readSetup,
  requireSso,
  rereadProvider,
  testProvider,
} from '#contract/sso.ts';
import { route, routeOutside } from '../../../kernel/http/route.ts';
import {
  changeProviderAs,
  changeRequirement,
  deleteProviderAs,
  readSetupAs,
} from './setup.actions.ts';
import { addProviderAs, rereadProviderAs, testProviderAs } from './provider-calls.ts';

export const setupRoutes = [
  route(readSetup, readSetupAs),
  route(changeProvider, changeProviderAs),
  route(deleteProvider, deleteProviderAs),
  route(requireSso, changeRequirement),
  // These wait for the provider's answer.
  routeOutside(addProvider, addProviderAs),
  routeOutside(rereadProvider, rereadProviderAs),
  routeOutside(testProvider, testProviderAs),
];

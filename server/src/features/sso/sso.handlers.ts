import { finishOidc, finishSaml, listSso, ssoMetadata, startSso } from '#contract/sso.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import {
  describeService,
  finishOidcSignOn,
  finishSamlSignOn,
  listProviders,
  startSignOn,
} from './sso.actions.ts';

export const ssoHandlers = [
  handle(listSso, listProviders),
  handle(ssoMetadata, describeService),
  // These wait for the provider's answers.
  handleWithoutTransaction(startSso, startSignOn),
  handleWithoutTransaction(finishOidc, finishOidcSignOn),
  handleWithoutTransaction(finishSaml, finishSamlSignOn),
];
